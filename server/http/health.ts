/** `GET /api/health`, `GET /api/live` and `GET /metrics`. */
import { Hono } from 'hono';
import type { ServiceConfig } from '#server/platform/config.ts';
import type { Log } from '#server/platform/log.ts';
import { mayReadMetrics, metricsText } from '#server/platform/metrics.ts';
import { Refusal, refuseMethod } from '#server/platform/refusal.ts';
import { addressOf, isForwarded } from './address.ts';
import { answerError } from './answer-error.ts';

/** @param parts.isWell whether a sale could be written, known beforehand: nothing is asked of anybody here */
type HealthParts = { config: ServiceConfig; isWell: () => boolean; log: Log };

export function createHealthRouter({ config, isWell, log }: HealthParts): Hono {
  const sandbox = config.mode === 'embedded' && { sandbox: `http://127.0.0.1:${config.sandboxPort}` };
  const noStore = { 'Cache-Control': 'no-store' };
  return new Hono()
    .get('/api/health', (context) => {
      if (!isWell()) return answerError(new Refusal('EC_SYSTEM_CLOSED', { retryAfterSeconds: 2 }), log);
      return context.json({ status: 'ok', version: config.version, ...sandbox }, 200, noStore);
    })
    .get('/api/live', (context) => context.json({ status: 'ok' }, 200, noStore))
    .get('/metrics', async (context) => {
      const asker = {
        address: addressOf(context),
        authorization: context.req.header('authorization'),
        isForwarded: isForwarded(context),
      };
      if (!mayReadMetrics(asker, config.metricsToken)) return context.notFound();
      const { body, contentType } = await metricsText();
      return context.body(body, 200, { 'Content-Type': contentType });
    })
    .on('ALL', ['/api/health', '/api/live', '/metrics'], () => refuseMethod(['GET', 'HEAD']));
}
