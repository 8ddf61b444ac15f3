import pg from 'pg';
import { ownerUrl } from '#embedded/postgres/roles.ts';
import { readRunFile } from '#server/platform/run-file.ts';
import { storedSecrets } from '#server/platform/secrets.ts';
import type { Instance } from '#test/harness/product.ts';

/** The running database as its owner: for what the product itself may not do. */
export async function withOwner<T>(instance: Instance, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const port = readRunFile(instance.dataDir)?.postgres?.port ?? 0;
  const client = new pg.Client({
    connectionString: ownerUrl(port, storedSecrets(instance.dataDir).database),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
