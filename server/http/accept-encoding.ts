/** Which content coding a client takes (RFC 9110, 12.5.3). */

export type Coding = 'br' | 'gzip' | 'identity';

/** In order of preference when the client accepts them equally. */
const offered: readonly Coding[] = ['br', 'gzip', 'identity'];

/** @returns null if the client accepts none of them */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  const wildcardWeight = weights.get('*');
  const weightOf = (coding: Coding): number => {
    // `identity` is acceptable unless excluded, and ranks after the codings that are named.
    if (coding === 'identity') return weights.get('identity') ?? wildcardWeight ?? 0.0001;
    return weights.get(coding) ?? wildcardWeight ?? 0;
  };
  const best = offered.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
  return weightOf(best) > 0 ? best : null;
}

/** Whether the client accepts the response without encoding. */
export const takesIdentity = (acceptEncoding: string | undefined): boolean => {
  const weights = readWeights(acceptEncoding ?? '');
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0;
};

function readWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [, name, weight = '1'] =
      /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
    if (name !== undefined) weights.set(name.replace(/^x-/, ''), Number(weight));
  }
  return weights;
}
