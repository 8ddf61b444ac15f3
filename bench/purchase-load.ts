/** Players with money, and what they buy: the load of every bench that sells. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { numberGames } from '#rules/numbers/games.ts';
import { quickPickRow } from '#rules/numbers/quick-pick.ts';
import { systemRowCount } from '#rules/numbers/system.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import type { Instance } from '#test/harness/product.ts';
import { preparePost } from './http-client.ts';
import type { Load } from './load.ts';

export type Player = { playerId: string; username: string; cookie: string };

const connections = 64;
const balance = 1_000_000;

type Options = {
  seconds: number;
  nextPlayer: () => Player;
  /** What is bought, prepared two thousand times; random rows of one draw unless said otherwise. */
  wager?: () => string;
  /** Begins the idempotency keys of this load. */
  key: string;
  /** Takes the ids of the tickets that were sold. */
  acknowledged: string[];
};

/** Any answer but a sold ticket ends the bench. */
export function purchaseLoad(port: number, options: Options): Load {
  const { wager = randomWager } = options;
  const requests = Array.from({ length: 2000 }, () =>
    preparePost('/api/proxy/lotto/buy', wager(), { Origin: 'http://localhost' }),
  );
  let sent = 0;
  return {
    port,
    connections,
    seconds: options.seconds,
    next: () => {
      const player = options.nextPlayer();
      sent += 1;
      const request = requests[sent % requests.length] as (typeof requests)[number];
      return request({ Cookie: player.cookie, 'Idempotency-Key': `${options.key}-${sent}` });
    },
    onAnswer: ({ status, body }) => {
      if (status !== 201) throw new Error(`a purchase was answered ${status}: ${body}`);
      options.acknowledged.push((JSON.parse(body) as { id: string }).id);
    },
  };
}

type Slip = { drawCount?: number; rows?: number; system?: number };

/** One to ten rows of one draw, or what is asked for; half with Joker. */
export function randomWager({ drawCount = 1, rows: wanted, system }: Slip = {}): string {
  const version = numberGames.lotto.versions.at(-1);
  if (!version) throw new Error('no rules');
  const count = system ? 1 : (wanted ?? 1 + (nextUint32() % 10));
  const rows = Array.from({ length: count }, () => ({
    ...quickPickRow(version, nextUint32, system),
    isQuickPick: true,
  }));
  const joker = nextUint32() % 2 === 0 ? [0, 1, 2, 3, 4] : undefined;
  const paid = system ? systemRowCount(version, system) : count;
  const stake = drawCount * (paid * 150 + (joker ? 250 : 0));
  return JSON.stringify({ gameId: 'lotto', rows, system, joker, drawCount, stake, channel: 'web' });
}

/** Players without a password, each with a session. */
export async function createPlayers(instance: Instance, count: number): Promise<Player[]> {
  const wanted = ['--count', String(count), '--balance', String(balance), '--sessions', '--json'];
  const stdout = await operator(instance, ['players', 'create', ...wanted]);
  return (JSON.parse(stdout) as { players: Player[] }).players;
}

/** Runs an operator command of the instance's own build. @returns its standard output */
export async function operator(instance: Instance, words: readonly string[]): Promise<string> {
  const options = { env: instance.env, maxBuffer: 2 ** 28, cwd: instance.root };
  const { stdout } = await promisify(execFile)(process.execPath, ['operator/main.ts', ...words], options);
  return stdout;
}

/** The address of a database of the instance, for its superuser. */
export function superuserOf(instance: Instance, database: string): string {
  const port = readRunFile(instance.dataDir)?.postgres?.port;
  if (!port) throw new Error('the database does not run');
  const url = new URL(superuserUrl(port, storedSecrets(instance.dataDir).database.superuser));
  url.pathname = `/${database}`;
  return url.href;
}
