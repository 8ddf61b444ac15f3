/** How many bytes the body of a request may have. */
import { api } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';

const otherwise = 64 * 1024;

export const bodyBytesOf = ({ bodyBytesMax = otherwise }: Pick<Call, 'bodyBytesMax'>): number => bodyBytesMax;

const larger = Object.values<Call>(api)
  .filter(({ bodyBytesMax }) => bodyBytesMax !== undefined)
  .map((call) => ({
    path: new RegExp(`^${basePath}${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    bytes: bodyBytesOf(call),
  }));

/** By the path of its address, before it is known which call it is. */
export const bodyBytesAt = (path: string): number =>
  larger.find((each) => each.path.test(path))?.bytes ?? otherwise;
