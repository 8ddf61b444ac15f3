/** Pages of players who have equally many tickets in every history. */
import { randomBytes } from 'node:crypto';
import { Connection, getRequest } from '#bench/http-client.ts';
import { transaction } from '#server/platform/database.ts';
import { openSessions } from '#server/players/create-players.ts';
import { costOf, type Subject, shareOf } from './cost.ts';
import type { Manifest } from './history/build.ts';
import { flat, onlyPages, type Piece } from './pieces.ts';

const visits = 10;

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
 * Each page straight after a start of PostgreSQL: what is read then was in no buffer. The first player warms
 * what all of them share. Whether the operating system still has the files cached plays no part.
 */
export async function coldPages(subject: Subject, { players }: Manifest): Promise<Piece[]> {
  return visitAll(subject, players, { times: 1, label: 'cold ', isWarmedUp: false });
}

/** Ten visits after one that does not count. */
export async function warmPages(subject: Subject, { players }: Manifest): Promise<Piece[]> {
  return visitAll(subject, players, { times: visits, label: '', isWarmedUp: true });
}

type Manner = { times: number; label: string; isWarmedUp: boolean };

async function visitAll(
  subject: Subject,
  players: Manifest['players'],
  { times, label, isWarmedUp }: Manner,
): Promise<Piece[]> {
  const made: Piece[] = [];
  const counts = Object.keys(players).sort((a, b) => Number(a) - Number(b));
  const cookies = await cookiesOf(
    subject,
    counts.map((count) => players[count] as number),
  );
  for (const [nth, count] of counts.entries())
    for (const [name, path] of Object.entries(pages)) {
      const ask = () => visit(subject, path, cookies[nth] as string);
      if (isWarmedUp) await ask();
      const statuses: number[] = [];
      const work = async () => {
        for (let time = 0; time < times; time++) statuses.push(await ask());
      };
      const cost = shareOf(await costOf(subject, work), times);
      const failed = statuses.filter((status) => status !== 200);
      made.push({
        ...{ name: `${label}${name}, ${count} tickets`, per: 'visit', cost },
        marks: isWarmedUp ? flat : onlyPages,
        ...(failed.length > 0 && { remark: `answered ${[...new Set(failed)].join()}` }),
      });
    }
  return made;
}

async function visit({ instance }: Subject, path: string, cookie: string): Promise<number> {
  const connection = new Connection(Number(new URL(instance.url).port));
  const headers = { Origin: 'http://localhost', Cookie: cookie };
  const { status } = await connection.send(getRequest(path, headers));
  connection.close();
  return status;
}
