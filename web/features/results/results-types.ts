/** What the results page shows, as the server answers it. */
import type { ApiAnswer } from '#contract/api.ts';

export type Result = ApiAnswer<'results.lottoLatest'>;
export type Pot = ApiAnswer<'results.pots'>['pots'][number];
export type Raffle = ApiAnswer<'lotto.raffle'>['raffle'];
export type Evidence = ApiAnswer<'lotto.evidence'>;
export type Undrawn = ApiAnswer<'lotto.undrawn'>['draws'][number];
