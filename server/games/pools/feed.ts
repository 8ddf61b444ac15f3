/**
 * Reads the feed of matches: its programs are imported and released by themselves, and what it says of
 * matches becomes facts. Embedded mode only (AUTO_DRAW); elsewhere two persons import and release.
 */
import type pg from 'pg';
import {
  type MatchFeed,
  MatchFeedError,
  type MatchNews,
  type ProgramNews,
} from '#integrations/match-feed/face.ts';
import { poolIds } from '#rules/pools/games.ts';
import { raiseAlarm } from '#server/alarms/raise.ts';
import type { Kinds } from '#server/draws/kind.ts';
import type { Fact } from '#server/fixtures/facts.ts';
import { matchesOfNumbers } from '#server/fixtures/matches.ts';
import { reportFacts } from '#server/fixtures/report.ts';
import { withAdvisoryLock } from '#server/platform/advisory-lock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type Db, type Tx, transaction } from '#server/platform/database.ts';
import { type Deadline, databaseNow } from '#server/platform/deadlines.ts';
import type { Log } from '#server/platform/log.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { importPrograms } from './import.ts';

export type FeedParts = {
  config: Pick<ServiceConfig, 'mode'>;
  db: Db;
  pool: pg.Pool;
  log: Log;
  kinds: Kinds;
  feed: MatchFeed;
};

/** The feed as a source of facts, and as the one who brings programs. */
export const feedSource = 'feed';
export const feedActor = 'match-feed';
const supervisorActor = 'sandbox-supervisor';

const everySeconds = 15;
const silentAfterMinutes = 10;
/** A program that is on sale was published within so many days. */
const daysBack = 9;
/** Answers that are read in one turn. */
const answersMax = 50;

const poolsOnSale = sql`
  SELECT game FROM games WHERE on_sale AND game IN (${sql.join(poolIds.map((id) => sql.lit(id)))})`;

/** Throws in production: there, two people import programs. */
export function feedDeadline(parts: FeedParts): Deadline {
  if (parts.config.mode === 'production')
    throw new StartupError('Production programs are imported by people, not by a sandbox.');
  return {
    name: 'match feed',
    lane: 'match feed',
    // A walk of the clock would otherwise stop four times a minute.
    isStop: false,
    due: sql`
      SELECT CASE WHEN asked_at = '-infinity' THEN domain_now()
        ELSE asked_at + make_interval(secs => ${sql.lit(everySeconds)}) END
      FROM match_feed WHERE EXISTS (${poolsOnSale})`,
    async run() {
      return (await withAdvisoryLock(parts.pool, 'match feed', () => readFeed(parts))) ?? 0;
    },
  };
}

/** @returns how many answers were read */
async function readFeed(parts: FeedParts): Promise<number> {
  const { db, log } = parts;
  try {
    for (let answers = 1; answers <= answersMax; answers += 1) if (await readAnswer(parts)) return answers;
    return answersMax;
  } catch (error) {
    if (!(error instanceof MatchFeedError)) throw error;
    log.error({ err: error }, 'the match feed gave no news');
    await transaction(db, (tx) => noteSilence(tx, error));
    return 0;
  }
}

/** @returns whether everything up to now is read */
async function readAnswer({ db, feed, kinds, log }: FeedParts): Promise<boolean> {
  const at = await databaseNow(db);
  const { rows } = await sql<{ after: Date }>`
    SELECT greatest(reached_at, ${at}::timestamptz - make_interval(days => ${daysBack})) AS after
    FROM match_feed`.execute(db);
  const { after } = rows[0] as { after: Date };
  const { until, news } = await feed.news({ after, at });
  await takePrograms(
    { db, kinds, log },
    news.filter((each) => each.kind === 'program'),
  );
  await transaction(db, async (tx) => {
    await takeFacts(
      tx,
      news.filter((each) => each.kind === 'match'),
    );
    await sql`
      UPDATE match_feed SET reached_at = greatest(reached_at, ${until}), asked_at = ${at},
        answered_at = ${at}`.execute(tx);
  });
  return until >= at;
}

/** Of games that are on sale. What comes too late to be sold, or differs from what is known, is left out. */
async function takePrograms(
  { db, kinds, log }: Pick<FeedParts, 'db' | 'kinds' | 'log'>,
  news: readonly ProgramNews[],
): Promise<void> {
  const { rows } = await poolsOnSale.execute(db);
  const onSale = (rows as { game: string }[]).map(({ game }) => game);
  for (const { game, file, at } of news.filter((each) => onSale.includes(each.game))) {
    try {
      for (const actor of [feedActor, supervisorActor])
        await importPrograms(db, kinds, { text: file, actor, kickOffs: { source: feedSource, at } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ err: error, game }, 'a program of the match feed was not taken');
    }
  }
}

/** News of matches that no program has are nobody's. */
async function takeFacts(tx: Tx, news: readonly MatchNews[]): Promise<void> {
  const matches = await matchesOfNumbers(
    tx,
    feedSource,
    news.map(({ match }) => match),
  );
  for (const each of news) {
    const matchId = matches.get(each.match);
    if (matchId === undefined) continue;
    await reportFacts(tx, { matchId, source: feedSource, at: each.at, facts: factsOf(each) });
  }
}

function factsOf({ kickOff, state, score, extraTime, shootOut }: MatchNews): Fact[] {
  return [
    ...(kickOff ? [{ kind: 'kickOff', kickOff } as const] : []),
    ...(state ? [{ kind: 'state', state } as const] : []),
    ...(score ? [{ kind: 'score', ...score } as const] : []),
    ...(extraTime ? [{ kind: 'extraTime', ...extraTime } as const] : []),
    ...(shootOut ? [{ kind: 'shootOut', ...shootOut } as const] : []),
  ];
}

/** A feed that is silent for a while, or whose word is not its own, is a matter for a person. */
async function noteSilence(tx: Tx, { kind, message }: MatchFeedError): Promise<void> {
  const { rows } = await sql<{ isSilent: boolean }>`
    UPDATE match_feed SET asked_at = domain_now(),
      answered_at = CASE WHEN answered_at = '-infinity' THEN domain_now() ELSE answered_at END
    RETURNING answered_at + make_interval(mins => ${silentAfterMinutes}) <= domain_now() AS "isSilent"
  `.execute(tx);
  const alarm = { reference: 'match feed' } as const;
  if (kind === 'untrusted')
    await raiseAlarm(tx, { ...alarm, kind: 'untrustedFeed', message: `Match feed: ${message}.` });
  else if (rows[0]?.isSilent)
    await raiseAlarm(tx, {
      ...alarm,
      kind: 'silentFeed',
      message: `The match feed has been silent for ${silentAfterMinutes} minutes: ${message}.`,
    });
}
