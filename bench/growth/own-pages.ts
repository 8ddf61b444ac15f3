/** Pages of players who have equally many tickets in every history. */
import { randomBytes } from 'node:crypto';
import { Connection, getRequest } from '#bench/http-client.ts';
import { transaction } from '#server/platform/database.ts';
import { openSessions } from '#server/players/create-players.ts';
import { costOf, type Subject } from './cost.ts';
import type { Manifest } from './history/build.ts';
import { cold, flat, type Marks, type Piece } from './pieces.ts';

const pages = {
  home: '/',
  'my pages': '/minar-sidur',
  'tickets, page 1': '/api/proxy/user/tickets/1',
  'transactions, page 1': '/api/proxy/user/transactions/1',
  'check-activity': '/api/proxy/user/check-activity',
} as const;

/** @returns what the browser of each player sends, in the same order */
export async function cookiesOf({ db }: Pick<Subject, 'db'>, players: readonly number[]): Promise<string[]> {
  const tokens = players.map(() => randomBytes(32).toString('base64url'));
  await transaction(db, (tx) => openSessions(tx, players, tokens));
  return tokens.map((token) => `next-auth.session-token=${token}`);
}

/**
 * All pages once, straight after a start of PostgreSQL, when its buffers are empty. The first player loads
 * the pages that all players share. Whether the operating system still has the files in memory plays no part.
 */
export async function coldPages(subject: Subject, players: Manifest['players']): Promise<Piece[]> {
  const made: Piece[] = [];
  for (const { tickets, cookie } of await visitors(subject, players)) {
    const visitAll = () => visits(subject, Object.values(pages), cookie);
    made.push(await pieceOf(subject, `all pages after a start, ${tickets} tickets`, 1, visitAll, cold));
  }
  return made;
}

/** Each page some times, after a visit that does not count. */
export async function warmPages(subject: Subject, players: Manifest['players']): Promise<Piece[]> {
  const made: Piece[] = [];
  for (const { tickets, cookie } of await visitors(subject, players))
    for (const [name, path] of Object.entries(pages)) {
      await visits(subject, [path], cookie);
      const times = tickets < 10_000 ? 20 : 4;
      const again = () => visits(subject, Array(times).fill(path), cookie);
      made.push(await pieceOf(subject, `${name}, ${tickets} tickets`, times, again, flat));
    }
  return made;
}

type Visitor = { tickets: number; cookie: string };

/** The player with the fewest tickets first. */
async function visitors(subject: Subject, players: Manifest['players']): Promise<Visitor[]> {
  const counts = Object.keys(players)
    .map(Number)
    .sort((a, b) => a - b);
  const cookies = await cookiesOf(
    subject,
    counts.map((tickets) => players[tickets] as number),
  );
  return counts.map((tickets, nth) => ({ tickets, cookie: cookies[nth] as string }));
}

async function pieceOf(
  subject: Subject,
  name: string,
  count: number,
  work: () => Promise<number[]>,
  marks: Marks,
): Promise<Piece> {
  let statuses: number[] = [];
  const cost = await costOf(subject, async () => {
    statuses = await work();
  });
  const failed = new Set(statuses.filter((status) => status !== 200));
  const remark = failed.size > 0 && { remark: `answered ${[...failed].join()}` };
  return { name, per: 'visit', count, cost, marks, ...remark };
}

/** @returns the status of each answer */
async function visits({ instance }: Subject, paths: readonly string[], cookie: string): Promise<number[]> {
  const connection = new Connection(Number(new URL(instance.url).port));
  const statuses: number[] = [];
  for (const path of paths) {
    const answer = await connection.send(getRequest(path, { Origin: 'http://localhost', Cookie: cookie }));
    statuses.push(answer.status);
  }
  connection.close();
  return statuses;
}
