/** Books what a settlement moves, as its kind says it, once it is seen to balance. */
import { type Isk, isk } from '#rules/values/money.ts';
import { type Draw, nameOf } from '#server/draws/draw.ts';
import { DrawHalted } from '#server/draws/halt.ts';
import type { DecidedLine, NamedAccount, Posting } from '#server/draws/kind.ts';
import { postTransfers } from '#server/ledger/house-accounts.ts';
import type { Tx } from '#server/platform/database.ts';
import { sql } from '#server/platform/sql.ts';

/** What the postings of a draw must come to. */
export type Expected = { stakes: number; won: number; lines: readonly DecidedLine[] };

type Scope = 'draw' | 'game' | 'house';
type Account = { id: number; name: string; scope: Scope };

const keyOf = ({ account, tier }: NamedAccount) => (tier === undefined ? account : `${account} ${tier}`);

/** The account is made when it is first named. */
async function accountOf(tx: Tx, drawId: number, { account, tier }: NamedAccount): Promise<Account> {
  const { rows } = await sql<Omit<Account, 'name'>>`
    SELECT account_id AS id, scope
    FROM draw_account(${drawId}, ${account}, ${tier ?? null}::smallint)`.execute(tx);
  return { ...(rows[0] as Omit<Account, 'name'>), name: account };
}

export async function heldBy(tx: Tx, drawId: number, account: NamedAccount): Promise<Isk> {
  const { id } = await accountOf(tx, drawId, account);
  const { rows } = await sql<{ held: number }>`
    SELECT coalesce(sum(CASE WHEN credit_account = ${id} THEN amount ELSE -amount END), 0)::bigint AS held
    FROM ledger_transfers WHERE player_id = 0 AND ${id} IN (debit_account, credit_account)`.execute(tx);
  return isk(rows[0]?.held ?? 0);
}

export async function bookPostings(
  tx: Tx,
  draw: Draw,
  postings: readonly Posting[],
  expected: Expected,
): Promise<void> {
  const accounts = new Map<string, Account>();
  for (const named of postings.flatMap(({ from, to }) => [from, to])) {
    const key = keyOf(named);
    if (!accounts.has(key)) accounts.set(key, await accountOf(tx, draw.drawId, named));
  }
  const fault = faultOf(postings, accounts, expected);
  if (fault) {
    const message = `${nameOf(draw)} is not settled: ${fault}.`;
    throw new DrawHalted('money_differs', message, {});
  }
  const idOf = (named: NamedAccount) => (accounts.get(keyOf(named)) as Account).id;
  const transfers = postings.map(({ from, to, amount }) => ({ from: idOf(from), to: idOf(to), amount }));
  await postTransfers(tx, 'settlement', { drawId: draw.drawId }, transfers);
}

/**
 * All stakes leave the draw, winners get what they won, the draw's other accounts end empty, and each carry
 * changes as its line says, or not at all. @returns in words what does not balance; null when all does
 */
function faultOf(
  postings: readonly Posting[],
  accounts: ReadonlyMap<string, Account>,
  { stakes, won, lines }: Expected,
): string | null {
  const gains = new Map<string, number>();
  for (const { from, to, amount } of postings) {
    gains.set(keyOf(from), (gains.get(keyOf(from)) ?? 0) - amount);
    gains.set(keyOf(to), (gains.get(keyOf(to)) ?? 0) + amount);
  }
  const mustBalance = ({ scope, name }: Account) => scope === 'draw' || name === 'carry';
  const balanced = [...accounts].filter(([, account]) => mustBalance(account));
  const expected = new Map(balanced.map(([key]) => [key, 0]));
  expected.set('stakes', -stakes).set('winnings', won);
  for (const { tier, pool } of lines)
    if (pool) expected.set(keyOf({ account: 'carry', tier }), pool.carryOut - pool.carryIn);
  for (const [key, wanted] of expected) {
    const gain = gains.get(key) ?? 0;
    if (gain !== wanted) return `account ${key} gains ${gain} kr., and ${wanted} are expected`;
  }
  return null;
}
