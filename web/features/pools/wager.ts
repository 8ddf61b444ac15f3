/** What a slip asks the server to sell. */
import { writeMarks } from '#rules/pools/marks.ts';
import type { ApiRequestOf } from '#web/api/browser-api.ts';
import { laterApi } from '#web/api/later-api.ts';
import type { Send } from '#web/shared/purchase/use-purchase.ts';
import { affiliateId } from '#web/visits/affiliate.ts';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import type { RowsFile } from './rows-file.ts';

export type Wager =
  | { call: 'toto.buy'; body: ApiRequestOf<'toto.buy'>['body'] }
  | { call: 'toto.buyRows'; body: ApiRequestOf<'toto.buyRows'>['body'] }
  | { call: 'xg.buy'; body: ApiRequestOf<'xg.buy'>['body'] };

export const sendWager: Send<Wager> = (wager, options) => {
  // One call each: the body is that of its own call.
  if (wager.call === 'toto.buy') return laterApi('toto.buy', { body: wager.body }, options);
  if (wager.call === 'toto.buyRows') return laterApi('toto.buyRows', { body: wager.body }, options);
  return laterApi('xg.buy', { body: wager.body }, options);
};

/** @param file what `quote.file` was made of */
export function wagerOf(quote: Quote, program: PlayProgram, file: RowsFile | null): Wager {
  const { gameId, programId, groupId } = program;
  const { rows, rowCount, total, system, base, club } = quote;
  const affiliate = affiliateId();
  const shared = {
    programId,
    rows: rowCount,
    stake: total,
    channel: window.innerWidth <= 1024 ? ('mobile' as const) : ('web' as const),
    // Absent: the club of the account.
    ...(club !== null && { supportId: club }),
    ...(affiliate !== undefined && { affiliateId: affiliate }),
  };
  if (quote.file && file) return { call: 'toto.buyRows', body: { ...shared, groupId, pcRows: file.rows } };
  const marks = writeMarks(gameId, { rows: rows.map(({ picks }) => picks), system, base });
  if (gameId === 'xg') return { call: 'xg.buy', body: { ...shared, panels: marks.panels } };
  return { call: 'toto.buy', body: { ...shared, groupId, ...marks } };
}
