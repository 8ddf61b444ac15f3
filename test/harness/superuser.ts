/** The database of a running instance as its superuser sees it. */
import pg from 'pg';
import { superuserUrl } from '#embedded/postgres/process.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import type { RunningInstance } from './product.ts';

export async function asSuperuser<T>(
  { dataDir }: Pick<RunningInstance, 'dataDir'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { port } = readRunFile(dataDir)?.postgres ?? { port: 0 };
  const client = new pg.Client(superuserUrl(port, storedSecrets(dataDir).database.superuser));
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Real time as PostgreSQL writes it to its log; domain time is another. */
export async function realTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
  return rows[0]?.at ?? '';
}
