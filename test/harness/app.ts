/** The API of the product on a test's own database, without sockets. */
import { createApp } from '#server/app.ts';
import { createLog } from '#server/platform/log.ts';
import type { TestDatabase } from './database.ts';

export function testApp(data: TestDatabase) {
  const log = createLog('test', 2, 'silent');
  const database = { db: data.db, pool: data.pool, close: async () => {} };
  return createApp({ config: data.config, database, log });
}
