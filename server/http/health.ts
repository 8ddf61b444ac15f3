/** `GET /api/health` and `GET /metrics`. Source: decisions §1. */
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { metricsAnswer } from '#server/platform/metrics.ts';
import { refuse } from '#server/platform/refusal.ts';
import { answerError } from './answer-error.ts';

type HealthParts = { config: ServiceConfig; database: Database; log: Log };

export function createHealthRouter({ config, database, log }: HealthParts): Hono {
  const sandbox = config.mode === 'embedded' && { sandbox: `http://127.0.0.1:${config.sandboxPort}` };
  return new Hono()
    .get('/api/health', async (context) => {
      try {
        await sql`SELECT 1`.execute(database.db).catch((error) => {
          log.warn({ err: error }, 'the database does not answer');
          refuse('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 });
        });
        return context.json({ status: 'ok', version: config.version, ...sandbox });
      } catch (error) {
        return answerError(error, log);
      }
    })
    .get('/metrics', (context) => metricsAnswer(context, config));
}
