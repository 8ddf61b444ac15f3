/** What the results page shows, as the server answers it. */
import type { ApiAnswer } from '#contract/api.ts';
import type { DescribedResult } from '#contract/described.ts';
import type { NumbersResult } from '#contract/games/numbers.ts';

export type { DescribedResult, NumbersResult as Result };
export type AnyResult = DescribedResult | NumbersResult;
export type Pot = ApiAnswer<'results.pots'>['pots'][number];
export type Raffle = ApiAnswer<'lotto.raffle'>['raffle'];
export type Evidence = ApiAnswer<'lotto.evidence'>;
export type Undrawn = ApiAnswer<'lotto.undrawn'>['draws'][number];
