import { type Db, transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { sql } from '#server/platform/sql.ts';
import { moveSessions } from '#server/players/sessions/move-sessions.ts';
import { type Answer, type Context, type Option, UsageError } from './command.ts';
import { lastStep, walkedDraws } from './walked-draws.ts';

export const clockOptions = {
  'expire-sessions': { type: 'boolean', help: 'leave sessions where they are in time' },
} as const satisfies Record<string, Option>;

const unitSeconds: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 };
const secondsMax = 5 * 366 * 86_400;

/** `1d12h30m` in seconds; a usage error for anything else, and beyond five years. */
export function distanceSeconds(text: string): number {
  const parts = [...text.matchAll(/(\d{1,9})([wdhms])/g)];
  const seconds = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitSeconds[unit ?? ''] ?? 0),
    0,
  );
  const isWhole = parts.map(([part]) => part).join('') === text;
  if (!isWhole || seconds < 1 || seconds > secondsMax) {
    throw new UsageError('DISTANCE must be weeks, days, hours, minutes or seconds, such as 3d or 1d12h.');
  }
  return seconds;
}

/** Moves domain time on to `to`, stopping where something falls due until it is done. */
export async function advanceTo(context: Context, to: Date, expireSessions: boolean): Promise<Answer> {
  const { db } = context.database;
  const from = await databaseNow(db);
  const step = await lastStep(db);
  if (!expireSessions) {
    await transaction(db, (tx) => moveSessions(tx, (to.getTime() - from.getTime()) / 1000));
  }
  const stops: Date[] = [];
  const onStep = (at: Date) => {
    stops.push(at);
    context.progress(at.toISOString());
  };
  await walk(context, to, onStep);
  const face = await clockFace(db);
  const draws = await walkedDraws(db, context.kinds, step);
  return {
    json: { ...(face.json as object), stops, draws: draws.json },
    text: [...draws.lines, ...(draws.lines.length > 0 ? [''] : []), face.text].join('\n'),
  };
}

async function ownSandbox(config: Context['config'], db: Db) {
  const { startSandbox } = await import('#embedded/sandboxes.ts');
  const startedAt = await databaseNow(db);
  return startSandbox({ ...config, sandboxPort: 0 }, () => startedAt);
}

/**
 * The command takes waiting jobs too: the worker of a running product has none of them twice, and there may
 * be none. Messages wait for the product, which knows their way and has its keys. Where it does not run, the
 * sandboxes that draws ask are started for the command's own time. What only a walk needs is loaded when one
 * begins: it weighs more than all other commands together.
 */
async function walk(
  { config, database, kinds, log, running }: Context,
  to: Date,
  onStep: (at: Date) => void,
): Promise<void> {
  const [{ createWork }, { runJobsOnce }, { advanceClock }] = await Promise.all([
    import('#server/work.ts'),
    import('#server/platform/jobs.ts'),
    import('#server/platform/advance-clock.ts'),
  ]);
  const sandbox = config.autoDraw && !running ? await ownSandbox(config, database.db) : null;
  try {
    const sandboxPort = sandbox?.port ?? config.sandboxPort;
    const { awaited, deadlines } = createWork({ config: { ...config, sandboxPort }, database, log, kinds });
    const runJobs = () => runJobsOnce(database.pool, awaited, log);
    await advanceClock(database.db, { to, deadlines, onStep, runJobs });
  } finally {
    await sandbox?.stop();
  }
}

export async function clockFace(db: Db): Promise<Answer> {
  const { rows } = await sql<{ now: Date; real: Date; ahead: number }>`
    SELECT now, now - clock_offset AS real, round(extract(epoch FROM clock_offset))::bigint AS ahead
    FROM clock, domain_now() AS now
  `.execute(db);
  const face = rows[0];
  if (!face) throw new Error('there is no clock');
  const { now, real, ahead } = face;
  const json = { now: now.toISOString(), real: real.toISOString(), aheadSeconds: ahead };
  const text = `${json.now} domain time\n${json.real} real time\n${inDays(ahead)} ahead`;
  return { json, text };
}

function inDays(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  return `${days} d ${new Date((seconds - days * 86_400) * 1000).toISOString().slice(11, 19)}`;
}
