/** What reads the books as a whole: exports, letters of a month, the check; and what reads none of them. */
import { operator } from '#bench/purchase-load.ts';
import { spendingOfMonth } from '#server/ledger/spending.ts';
import { sql } from '#server/platform/sql.ts';
import { costOf, type Subject } from './cost.ts';
import { flat, type Piece } from './pieces.ts';

/** Players of one letter job. */
const letters = 200;

/** @param day on which the draw's coupons were sold, as many in every history */
export async function bookPieces(subject: Subject, day: string, tickets: number): Promise<Piece[]> {
  const { instance } = subject;
  const command = (words: string[]) => costOf(subject, () => operator(instance, words), { here: true });
  const call = async (name: string, words: string[]): Promise<Piece> => {
    return { name, per: 'call', count: 1, cost: await command(words), marks: flat };
  };
  const made = [
    await call('export regulator DAY', ['export', 'regulator', day]),
    await monthPiece(subject),
    await call('clock advance 1d', ['clock', 'advance', '1d']),
    await call('ledger check --since DAY', ['ledger', 'check', '--since', day]),
  ];
  const whole = await command(['ledger', 'check']);
  made.push({ name: 'ledger check', per: 'ticket', count: tickets, cost: whole, marks: flat });
  return made;
}

/** Of the month before, counted by the movements that the letters tell of: a larger history has more. */
async function monthPiece(subject: Subject): Promise<Piece> {
  const { db, monitor } = subject;
  const { rows } = await sql<{ month: string }>`
    SELECT (date_trunc('month', domain_now() AT TIME ZONE 'UTC') - interval '1 month')::date::text AS month
    `.execute(db);
  const month = rows[0]?.month ?? '';
  let players: number[] = [];
  const work = async () => {
    const months = await spendingOfMonth(db, month, { reached: 0, count: letters });
    players = months.map(({ playerId }) => playerId);
  };
  const cost = await costOf(subject, work, { here: true });
  const { rows: told } = await monitor.query<{ count: string }>(
    `SELECT count(*) FROM ledger_transfers WHERE player_id = ANY ($1)
       AND at >= $2::date AND at < $2::date + interval '1 month'`,
    [players, month],
  );
  const count = Math.max(1, Number(told[0]?.count));
  return { name: 'letters of the month', per: 'movement told', count, cost, marks: flat };
}
