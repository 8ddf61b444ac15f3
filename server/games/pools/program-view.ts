/** A program as the public sees it. */
import type { PoolMatch, ProgramHead, TotoProgram, XgProgram } from '#contract/games/pools.ts';
import { firstPool } from '#rules/pools/estimate.ts';
import { type GroupId, outcomesOf } from '#rules/pools/games.ts';
import { sharesOf } from '#rules/pools/people.ts';
import { poolRulesOf } from '#rules/pools/versions.ts';
import { basisPointsOf, type Isk, isk } from '#rules/values/money.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from '#server/draws/draw.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import { latestProposal } from '#server/draws/results.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { accountOf } from './account.ts';
import { knownOfMatch, shownStates } from './known.ts';
import { beaconOf } from './lots.ts';
import { matchOutcome, outcomePlace } from './outcome.ts';
import { type Sold, soldOf } from './people.ts';
import { type Program, type ProgramMatch, programOf } from './program.ts';
import { programIdOf } from './program-id.ts';
import { shownStanding } from './shown-standing.ts';
import { type Language, statusText } from './status-text.ts';

/** A program, what is entered of its outcome, and what is sold. */
export type ReadProgram = { program: Program; outcome: Outcome; sold: Sold };

export async function readProgram(db: Db, drawId: number): Promise<ReadProgram> {
  const program = await programOf(db, drawId);
  return { program, outcome: await outcomeNow(db, program), sold: await soldOf(db, program) };
}

export async function totoView(db: Db, drawId: number, language: Language): Promise<TotoProgram> {
  return totoViewOf(db, await readProgram(db, drawId), language);
}

export async function xgView(db: Db, drawId: number, language: Language): Promise<XgProgram> {
  return xgViewOf(db, await readProgram(db, drawId), language);
}

export async function totoViewOf(
  db: Db,
  { program, outcome, sold }: ReadProgram,
  language: Language,
): Promise<TotoProgram> {
  return {
    ...(await headOf(db, program, sold, language)),
    groupId: program.groupId as GroupId,
    events: program.matches.map((match) => {
      const people = sharesOf(sold.choices[match.number - 1] ?? []);
      const [percent1, percentX, percent2] = match.chances as [number, number, number];
      return {
        ...matchView(program, match, outcome),
        ...{ percent1, percentX, percent2 },
        ...(match.forecast && { forecast: bySign(match.forecast) }),
        ...(match.odds && { odds: bySign(match.odds.map((hundredths) => hundredths / 100)) }),
        ...(people && { peopleChoice: bySign(people) }),
      };
    }),
  };
}

export async function xgViewOf(
  db: Db,
  { program, outcome, sold }: ReadProgram,
  language: Language,
): Promise<XgProgram> {
  return {
    ...(await headOf(db, program, sold, language)),
    events: program.matches.map((match) => {
      const people = sharesOf(sold.choices[match.number - 1] ?? []);
      return {
        ...matchView(program, match, outcome),
        predictions: [...match.chances],
        ...(people && { peopleChoice: people }),
      };
    }),
  };
}

const bySign = ([home = 0, draw = 0, away = 0]: readonly number[]) => ({ 1: home, X: draw, 2: away });

async function headOf(db: Db, program: Program, sold: Sold, language: Language): Promise<ProgramHead> {
  const { game, number, name, state, rulesId, amountRow, closeDate, closedAt, drawDate, terms } = program;
  const carry = (await wholeCarry(db, game))[1] ?? isk(0);
  const now = await databaseNow(db);
  const beacon = await beaconOf(db, program.drawId);
  const isOpen = state === 'released' && closedAt === null && closeDate > now;
  return {
    ...{ programId: programIdOf(program), gameId: game, draw: number, name, status: state, isOpen },
    statusText: statusText(state, isOpen, language),
    ...isoWeekOf(dateOfDraw(program)),
    ...{ rulesId, amountRow },
    ...(program.isSample && { sample: true }),
    closeDate: closeDate.toISOString(),
    playDate: drawDate.toISOString(),
    resultDate: program.resultDate.toISOString(),
    roundEnds: program.roundEnds.toISOString(),
    lotsAt: program.lotsAt.toISOString(),
    ...(beacon && { lotsValue: beacon.toString('hex') }),
    carry,
    ...shownSold(program, sold, carry),
    ...(program.termsHash && { termsHash: program.termsHash.toString('hex') }),
    ...(terms !== null && { terms }),
    wins: await winsOf(db, program.drawId),
    ...(await accountOf(db, program)),
    ...(isPlayed(program) && (await shownStanding(db, program, carry))),
    serverTime: now.toISOString(),
  };
}

function shownSold(program: Program, { rows, stakes, countedAt }: Sold, carry: Isk) {
  const rules = poolRulesOf(program);
  const sales = isk(stakes);
  return {
    rowsSold: rows,
    ...(program.mode === 'own' && {
      prizeFund: basisPointsOf(sales, rules.fundBasisPoints),
      firstPool: firstPool(rules, sales, carry),
    }),
    ...(countedAt && { soldAt: countedAt.toISOString() }),
  };
}

/** From the end of its sale until its prizes are known. */
const isPlayed = ({ state, closedAt }: Program) =>
  closedAt !== null && ['released', 'results', 'confirmed'].includes(state);

type Win = { condition: string; amount: number; winners: number; local: number };

async function winsOf(db: Db, drawId: number): Promise<ProgramHead['wins']> {
  const { rows } = await sql<Win>`
    SELECT condition, amount, winners, winners_local AS local FROM draw_prizes
    WHERE draw_id = ${drawId} AND revision = 1 ORDER BY tier`.execute(db);
  return rows.map(({ condition, amount, winners, local }) => ({
    correctCount: Number(condition),
    amountWinner: amount,
    amountTotal: amount * winners,
    winnerCount: winners,
    winnerCountLocal: local,
  }));
}

/** What is known of it: confirmed, or entered so far. */
async function outcomeNow(db: Db, { drawId, state }: Program): Promise<Outcome> {
  if (state === 'cancelled') return {};
  const { rows } = await sql<{ outcome: Outcome }>`
    SELECT outcome FROM current_results WHERE draw_id = ${drawId}`.execute(db);
  return rows[0]?.outcome ?? (await latestProposal(db, drawId))?.outcome ?? {};
}

function matchView(program: Program, each: ProgramMatch, outcome: Outcome): PoolMatch {
  const { number, kickOff, match } = each;
  const { home, away, competition, country, state, score, extraTime, shootOut } = match;
  const now = match.kickOff ?? kickOff;
  const result = matchOutcome(outcome[number]);
  const known = result?.kind === 'score' ? { home: result.home, away: result.away } : score;
  const isKnown = result?.kind === 'score' || (result?.kind === 'lot' && result.drawn !== null);
  return {
    ...{ number, name: `${home} - ${away}`, competition, country, homeTeam: home, awayTeam: away },
    dateKickOff: now.toISOString(),
    ...(now.getTime() !== kickOff.getTime() && { kickOffMoved: true }),
    status: shownStates[state],
    ...(known && { score: known }),
    ...(extraTime && { extraTime }),
    ...(shootOut && { shootOut }),
    ...(isKnown
      ? { result: outcomesOf(program.game)[outcomePlace(program.game, outcome[number])] as string }
      : soFarOf(program, each, outcome[number])),
    ...(result?.kind === 'lot' && { byLot: true, ...(result.drawn && { lotUnit: result.drawn.unit }) }),
  };
}

function soFarOf(program: Program, each: ProgramMatch, entered: unknown) {
  const { final, now, awaitsLot } = knownOfMatch(program, each, entered);
  const outcome = now === null ? undefined : outcomesOf(program.game)[now];
  return {
    ...(outcome !== undefined && { soFar: { outcome, isFinal: final !== null } }),
    ...(awaitsLot && { awaitsLot }),
  };
}
