/** How many bytes the body of a request may have. */
import { basePath, type Call, type Calls } from '#contract/call.ts';

const otherwise = 64 * 1024;

export const bodyBytesOf = ({ bodyBytesMax = otherwise }: Pick<Call, 'bodyBytesMax'>): number => bodyBytesMax;

/** @returns the limit by the path of an address, before it is known which call it is */
export function createBodyBytesAt(calls: Calls): (path: string) => number {
  const larger = Object.values(calls)
    .filter(({ bodyBytesMax }) => bodyBytesMax !== undefined)
    .map((call) => ({
      path: new RegExp(`^${basePath}${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      bytes: bodyBytesOf(call),
    }));
  return (path) => larger.find((each) => each.path.test(path))?.bytes ?? otherwise;
}
