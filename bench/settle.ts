/**
 * `bench settle [today | GAME MILLIONS]`: draws of millions of rows from close to the last wallet paid, each
 * part timed apart. Without arguments: lotto as it is sold today, each game with ten million rows of which a
 * third are those of systems, lotto with twenty; then paying while others buy.
 */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createPools } from '#integrations/organiser/sandbox/pools.ts';
import { type GameId, gameIds, isGameId, rulesOf } from '#rules/numbers/games.ts';
import { parseEuro } from '#rules/values/euro.ts';
import { extendCalendar, openDraws } from '#server/draws/calendar.ts';
import { closeDraw } from '#server/draws/close.ts';
import { type Draw, drawColumns } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import type { LiveCount } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { type Seal, sealDraw } from '#server/draws/seal/seal.ts';
import { unitSums } from '#server/draws/settle/compare.ts';
import { countSpans } from '#server/draws/settle/live-tickets.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import { kinds } from '#server/games/registry.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { type Database, transaction } from '#server/platform/database.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { sql } from '#server/platform/sql.ts';
import { drawn } from './drawn.ts';
import { asOwner, inOwnDatabase, type OwnDatabase } from './own-database.ts';
import { engineTimes } from './settle-engines.ts';
import { type Load, loadSales, openPlayers } from './settle-load.ts';
import { measurePayment } from './settle-pay.ts';

const winners = 60_000;
const players = 14_000;
/** So many tickets of a million rows when a third of the rows are in systems, and so few of them are. */
const couponsOfMillion = 122_000;
const thirdInSystems: Readonly<Record<GameId, number>> = { lotto: 34, vikinglotto: 30, eurojackpot: 34 };

type Case = { name: string; game: GameId } & Load;
type Parts = Omit<OwnDatabase, 'dataDir'> & { pools: ReturnType<typeof createPools> };
type Times = Record<string, number>;

export async function run(): Promise<object> {
  const [name = 'all', millions] = process.argv.slice(3);
  const one = isGameId(name) ? caseOf(name, Number(millions ?? 10)) : name === 'today' ? today : null;
  const rows: object[] = [];
  for (const each of one ? [one] : all()) {
    const row = await inOwnDatabase(kinds, ({ dataDir, ...own }) =>
      measure({ ...own, pools: organiserPools(dataDir) }, each),
    );
    console.error(JSON.stringify(row));
    rows.push(row);
  }
  const [first] = rows as { seconds: number; verified: boolean }[];
  const verified = (rows as { verified: boolean }[]).every((row) => row.verified);
  const payment = one ? {} : { payment: await measurePayment(winners) };
  return { value: first?.seconds, unit: 's from confirm to all wallets paid', rows, verified, ...payment };
}

const today: Case = { name: 'lotto of today', game: 'lotto', coupons: 900_000, players, systemEvery: 100 };

const all = () => [today, ...gameIds.map((game) => caseOf(game, 10)), caseOf('lotto', 20)];

function caseOf(game: GameId, millions: number): Case {
  const coupons = Math.round(millions * couponsOfMillion);
  return { name: `${game} ${millions} M`, game, coupons, players, systemEvery: thirdInSystems[game] };
}

function organiserPools(dataDir: string) {
  return createPools({
    key: generateKeyPairSync('ed25519').privateKey,
    file: join(dataDir, 'organiser.jsonl'),
    opening: () => ({ tiers: {}, booster: parseEuro('0') }),
    random: nextUint32,
  });
}

/** Statistics are of the draw before: so it is in life when a draw is settled and paid. */
async function measure(parts: Parts, { name, game, ...load }: Case) {
  const { db } = parts.database;
  const ms: Times = {};
  await openPlayers(db, players);
  await settleEarlier(parts, game);
  await timed(ms, 'analyze', () => asOwner(parts.ownerUrl, 'vacuum analyze'));
  const draw = await openDraw(parts.database, game);
  await timed(ms, 'load', () => loadSales(db, draw, load));
  await timed(ms, 'close', () => closeDraw(db, draw.drawId, { actor: 'bench', reason: 'bench' }));
  const seal = await timed(ms, 'seal', () => sealDraw(db, parts.config, draw.drawId));
  const { figures, b } = await engineTimes(parts.database, parts.config, draw, seal, drawn[game]);
  const confirmedAt = await confirm(parts, draw, seal, b);
  const settled = await timed(ms, 'settle', () => settleDraw(db, parts.config, draw.drawId));
  const paid = await timed(ms, 'pay', () => payDraw(db, draw.drawId, 'bench'));
  const seconds = Math.round(performance.now() - confirmedAt) / 1000;
  const again = await payDraw(db, draw.drawId, 'bench');
  const check = await timed(ms, 'ledgerCheck', () => checkLedger(db));
  return {
    name,
    seconds,
    rows: seal.rows,
    coupons: seal.coupons,
    winningCoupons: settled.winningCoupons,
    couponsPaid: paid.paid,
    highWaiting: paid.high,
    ms: Object.fromEntries(Object.entries(ms).map(([part, value]) => [part, Math.round(value)])),
    ...figures,
    verified: check.ok && again.paid === 0,
  };
}

async function settleEarlier(parts: Parts, game: GameId): Promise<void> {
  const { database, config } = parts;
  const { db } = database;
  const draw = await openDraw(database, game);
  await loadSales(db, draw, { coupons: 2000, players, systemEvery: 100 });
  await closeDraw(db, draw.drawId, { actor: 'bench', reason: 'bench' });
  const seal = await sealDraw(db, config, draw.drawId);
  const kind = kinds.of(game);
  const b = await countSpans(db, (tx, span) => kind.engineB(tx, draw, drawn[game], span));
  await confirm(parts, draw, seal, b);
  await settleDraw(db, config, draw.drawId);
  await payDraw(db, draw.drawId, 'bench');
}

/** By two persons, and where others share the pools their figures by two more. When the result stood. */
async function confirm(
  { database, config, pools }: Parts,
  draw: Draw,
  seal: Seal,
  b: LiveCount,
): Promise<number> {
  const { db } = database;
  const { drawId, game, number, rulesId } = draw;
  const entered = (actor: string) => ({ drawId, outcome: drawn[game as GameId], actor });
  await setClock(db, draw.drawDate);
  await transaction(db, (tx) => enterResult(tx, kinds, entered('first')));
  const confirmedAt = performance.now();
  await transaction(db, (tx) => confirmResult(tx, kinds, entered('second')));
  if (!draw.awaitsFigures) return confirmedAt;
  const units = unitSums(b.winners, kinds.of(game).lines(draw).length);
  const common = rulesOf(draw).tiers.flatMap(({ tier, scope }, index) =>
    scope === 'common' ? [{ tier, winners: units[index] ?? 0 }] : [],
  );
  const asked = { game, draw: number, rulesId, rows: seal.rows, winners: common };
  const text = pools.figures(asked, {})?.protocol ?? '';
  for (const actor of ['third', 'fourth']) await importFigures(db, config, { drawId, text, actor });
  return performance.now();
}

async function openDraw({ db }: Database, game: GameId): Promise<Draw> {
  await transaction(db, async (tx) => {
    await extendCalendar(tx, kinds);
    await openDraws(tx);
  });
  const { rows } = await sql<Draw>`
    SELECT ${drawColumns} FROM draws d
    WHERE game = ${game} AND state = 'released' AND closed_at IS NULL`.execute(db);
  return rows[0] as Draw;
}

async function timed<T>(ms: Times, name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const answer = await work();
  ms[name] = performance.now() - startedAt;
  console.error(`${name}: ${Math.round(ms[name])} ms`);
  return answer;
}
