/** Rounds of the public beacon: drand's chain quicknet, which speaks every three seconds. */

const genesisSeconds = 1_692_803_367;
const periodSeconds = 3;

/** The first round that the beacon gives at that time or after it. */
export function beaconRoundAt(at: Date): number {
  return Math.max(1, Math.ceil((at.getTime() / 1000 - genesisSeconds) / periodSeconds) + 1);
}

export function timeOfRound(round: number): Date {
  return new Date((genesisSeconds + (round - 1) * periodSeconds) * 1000);
}
