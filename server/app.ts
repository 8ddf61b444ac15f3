import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ServiceConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { closeServer, listening } from './platform/listen-http.ts';
import type { Service } from './platform/supervisor/child.ts';

export async function startWeb(config: ServiceConfig): Promise<Service> {
  const { db, close } = openDatabase(config.databaseUrl, { max: 20 });
  const app = new Hono().get('/api/health', async (c) => {
    await db
      .selectNoFrom([])
      .execute()
      .catch(() => {});
    return c.json({
      status: 'ok',
      version: config.version,
      ...(config.mode === 'embedded' && { sandbox: `http://127.0.0.1:${config.sandboxPort}` }),
    });
  });
  const server = serve({ fetch: app.fetch, port: config.port });
  await listening(server);
  return {
    stop: async () => {
      await closeServer(server);
      await close();
    },
  };
}
