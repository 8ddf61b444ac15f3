/** The systems of the 1X2 pools as anybody may read them; which rows they hold, the server knows. */
import type { ApiAnswer } from '#contract/api.ts';
import { systems, systemTypes } from '#rules/pools/systems.ts';

export const shownSystems: ApiAnswer<'toto.systems'> = {
  types: systemTypes.map((type) => ({ ...type })),
  systems: systems.map(({ number: _, guaranteeByBaseHits, ...system }) => ({
    ...system,
    ...(guaranteeByBaseHits && { guaranteeByBaseHits: [...guaranteeByBaseHits] }),
  })),
};
