/** A player who has forgotten the password, her calls, and what would be sent to her. */
import { type MessagePayload, messageJob } from '#server/messages/messages.ts';
import { runJobsOnce } from '#server/platform/jobs.ts';
import { createLog } from '#server/platform/log.ts';
import { hashPassword } from '#server/players/passwords/password.ts';
import { recoveryTasks } from '#server/players/recovery/recovery.ts';
import { testApp } from '#test/harness/app.ts';
import { type Answer, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { forgetJobs, waitingJobs } from '#test/harness/jobs.ts';
import { addPlayers } from '#test/harness/sale.ts';

const log = createLog('test', 2, 'silent');
export const nationalId = '0101700019';
export const stranger = '1706850089';
/** Her password. */
export const first = 'fyrsta orðið mitt';
export const byEmail = { resetMethod: 'email', nationalId, username: 'asdis' };
export const byBank = { resetMethod: 'home-bank', nationalId };

export const told = ({ status, body }: Answer) => [status, body.code];
export const done = [204, undefined];

export type Link = { hash: string; username: string; nationalId: string };

/** The worker looks at the questions; what it would send stays in the queue. */
async function lettersOf(data: TestDatabase): Promise<MessagePayload[]> {
  await runJobsOnce(data.pool, recoveryTasks(data), log);
  const jobs = await waitingJobs<MessagePayload>(data.adminPool, messageJob);
  return jobs.map(({ payload }) => payload);
}

export async function forgetful() {
  const data = await testDatabase();
  const { app } = testApp(data);
  const firstHash = await hashPassword(first);
  let playerId = 0;
  let turn = 0;

  /** Each call comes from a network of its own unless `ip` says otherwise. */
  const send = (path: string, body: unknown, ip = `10.0.${turn++ % 256}.1`, headers = {}): Promise<Answer> =>
    post(
      {
        request: (address: string, init?: RequestInit) =>
          app.request(address, init, { incoming: { socket: { remoteAddress: ip } } }),
      },
      path,
      body,
      { headers },
    );
  const askReset = (body: object, ip?: string, headers?: object) =>
    send('/auth/initiate-reset-password', body, ip, headers);

  const letters = () => lettersOf(data);

  return {
    data,
    app,
    send,
    askReset,
    letters,
    playerId: () => playerId,
    /** Nobody has called and nothing is queued; a new Asdis has her name. */
    async begin(): Promise<void> {
      for (const table of ['visitor_calls', 'name_failures', 'failure_levels']) {
        await data.pool.query(`DELETE FROM ${table}`);
      }
      await forgetJobs(data.adminPool);
      await data.pool.query(
        `UPDATE players SET national_id = NULL, username = 'f' || player_id,
           email = player_id || '@example.is'`,
      );
      playerId = (await addPlayers(data, 1, 0))[0]?.playerId ?? 0;
      await data.pool.query(
        `UPDATE players SET username = 'Asdis', password_hash = $2, national_id = $3, mobile = '6110011',
           email = 'asdis@example.is' WHERE player_id = $1`,
        [playerId, firstHash, nationalId],
      );
    },
    forgotName: (id: string) => send('/auth/forgot-username', { nationalId: id }),
    reset: (body: object) => send('/auth/reset-password', body),
    login: (password: string) => send('/auth/login', { username: 'asdis', password }),
    async linkBy(body: object): Promise<Link> {
      await askReset(body);
      const url = (await letters()).findLast(({ values }) => values['url'])?.values['url'];
      return Object.fromEntries(new URL(String(url), 'http://localhost').searchParams) as Link;
    },
    stored: async () => {
      const { rows } = await data.pool.query<{ needs: boolean; sessions: number; links: number }>(
        `SELECT needs_e_id AS needs,
           (SELECT count(*) FROM sessions s WHERE s.player_id = p.player_id)::int AS sessions,
           (SELECT count(*) FROM password_resets r WHERE r.player_id = p.player_id)::int AS links
         FROM players p WHERE player_id = $1`,
        [playerId],
      );
      return rows[0];
    },
  };
}
