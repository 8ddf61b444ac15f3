/** Which content coding a client takes (RFC 9110, 12.5.3). */

export type Coding = 'br' | 'gzip' | 'identity';

/** Best first where the client takes them alike. */
const offered: readonly Coding[] = ['br', 'gzip', 'identity'];

/** @returns null where the client takes none of them */
export function chooseCoding(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return 'identity';
  const weights = readWeights(accepted);
  const others = weights.get('*');
  const weightOf = (coding: Coding): number => {
    // Not coded is taken unless it is excluded, after all that is named.
    if (coding === 'identity') return weights.get('identity') ?? others ?? 0.0001;
    return weights.get(coding) ?? others ?? 0;
  };
  const best = offered.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
  return weightOf(best) > 0 ? best : null;
}

/** Whether the answer may go out as it is, coded or not. */
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
