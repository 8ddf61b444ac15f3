/** `GET /api/health` and `GET /metrics`. Source: decisions §1. */
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { mayReadMetrics, metricsText } from '#server/platform/metrics.ts';
import { refuse } from '#server/platform/refusal.ts';
import { addressOf } from './address.ts';
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
    .get('/metrics', async (context) => {
      const asker = {
        address: addressOf(context),
        authorization: context.req.header('authorization'),
        forwarded: context.req.header('x-forwarded-for') !== undefined,
      };
      if (!mayReadMetrics(asker, config.metricsToken)) return context.notFound();
      const { body, contentType } = await metricsText();
      return context.body(body, 200, { 'Content-Type': contentType });
    });
}
