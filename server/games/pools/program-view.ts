/** A program as the public sees it. */
import type { PoolMatch, ProgramHead, TotoProgram, XgProgram } from '#contract/games/pools.ts';
import { type GroupId, outcomesOf } from '#rules/pools/games.ts';
import { isoWeekOf } from '#rules/values/weeks.ts';
import { dateOfDraw } from '#server/draws/draw.ts';
import type { Outcome } from '#server/draws/outcome.ts';
import { latestProposal } from '#server/draws/results.ts';
import { wholeCarry } from '#server/draws/settle/prizes.ts';
import type { MatchState } from '#server/fixtures/facts.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { accountOf } from './account.ts';
import { matchOutcome, outcomePlace } from './outcome.ts';
import { type Program, type ProgramMatch, programOf } from './program.ts';
import { programIdOf } from './program-id.ts';
import { type Language, statusText } from './status-text.ts';

export async function totoView(db: Db, drawId: number, language: Language): Promise<TotoProgram> {
  const program = await programOf(db, drawId);
  const outcome = await outcomeNow(db, program);
  return {
    ...(await headOf(db, program, language)),
    groupId: program.groupId as GroupId,
    events: program.matches.map((match) => {
      const [percent1, percentX, percent2] = match.chances as [number, number, number];
      return {
        ...matchView(program, match, outcome),
        ...{ percent1, percentX, percent2 },
        ...(match.forecast && { forecast: bySign(match.forecast) }),
        ...(match.odds && { odds: bySign(match.odds.map((hundredths) => hundredths / 100)) }),
      };
    }),
  };
}

export async function xgView(db: Db, drawId: number, language: Language): Promise<XgProgram> {
  const program = await programOf(db, drawId);
  const outcome = await outcomeNow(db, program);
  return {
    ...(await headOf(db, program, language)),
    events: program.matches.map((match) => {
      return { ...matchView(program, match, outcome), predictions: [...match.chances] };
    }),
  };
}

const bySign = ([home = 0, draw = 0, away = 0]: readonly number[]) => ({ 1: home, X: draw, 2: away });

async function headOf(db: Db, program: Program, language: Language): Promise<ProgramHead> {
  const { game, number, name, state, rulesId, amountRow, closeDate, closedAt, drawDate, terms } = program;
  const carry = await wholeCarry(db, game);
  const now = await databaseNow(db);
  const isOpen = state === 'released' && closedAt === null && closeDate > now;
  return {
    ...{ programId: programIdOf(program), gameId: game, draw: number, name, status: state, isOpen },
    statusText: statusText(state, isOpen, language),
    ...isoWeekOf(dateOfDraw(program)),
    ...{ rulesId, amountRow },
    closeDate: closeDate.toISOString(),
    playDate: drawDate.toISOString(),
    resultDate: program.resultDate.toISOString(),
    roundEnds: program.roundEnds.toISOString(),
    lotsAt: program.lotsAt.toISOString(),
    carry: carry[1] ?? 0,
    ...(program.termsHash && { termsHash: program.termsHash.toString('hex') }),
    ...(terms !== null && { terms }),
    wins: await winsOf(db, program.drawId),
    ...(await accountOf(db, program)),
    serverTime: now.toISOString(),
  };
}

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

const statuses: Readonly<Record<MatchState, PoolMatch['status']>> = {
  ...{ notStarted: 'notStarted', onGoing: 'onGoing', finished: 'finished' },
  ...{ abandoned: 'cancelled', postponed: 'cancelled', cancelled: 'cancelled' },
};

function matchView({ game }: Program, { number, kickOff, match }: ProgramMatch, outcome: Outcome): PoolMatch {
  const { home, away, competition, country, state, score, extraTime, shootOut } = match;
  const now = match.kickOff ?? kickOff;
  const result = matchOutcome(outcome[number]);
  const known = result?.kind === 'score' ? { home: result.home, away: result.away } : score;
  const isKnown = result?.kind === 'score' || (result?.kind === 'lot' && result.drawn !== null);
  return {
    ...{ number, name: `${home} - ${away}`, competition, country, homeTeam: home, awayTeam: away },
    dateKickOff: now.toISOString(),
    ...(now.getTime() !== kickOff.getTime() && { kickOffMoved: true }),
    status: statuses[state],
    ...(known && { score: known }),
    ...(extraTime && { extraTime }),
    ...(shootOut && { shootOut }),
    ...(isKnown && { result: outcomesOf(game)[outcomePlace(game, outcome[number])] as string }),
    ...(result?.kind === 'lot' && { byLot: true, ...(result.drawn && { lotUnit: result.drawn.unit }) }),
  };
}
