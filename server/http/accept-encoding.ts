/** Which content coding a client takes (RFC 9110, 12.5.3). */

export type Coding = 'br' | 'gzip' | 'identity';

/** In order of preference when the client accepts them equally. */
const offered: readonly Coding[] = ['br', 'gzip', 'identity'];

/** @returns null if the client accepts none of them */
export function chooseCoding(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return 'identity';
  const weights = readWeights(accepted);
  const others = weights.get('*');
  const weightOf = (coding: Coding): number => {
    // `identity` is acceptable unless excluded, and ranks after the codings that are named.
    if (coding === 'identity') return weights.get('identity') ?? others ?? 0.0001;
    return weights.get(coding) ?? others ?? 0;
  };
  const best = offered.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
  return weightOf(best) > 0 ? best : null;
}

/** Whether the client accepts the response without encoding. */
export const takesIdentity = (accepted: string | undefined): boolean => {
  const weights = readWeights(accepted ?? '');
  return (weights.get('identity') ?? weights.get('*') ?? 1) > 0;
};

function readWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [, name, weight = '1'] =
      /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
    if (name !== undefined) weights.set(name.replace(/^x-/, ''), Number(weight));
  }
  return weights;
}
