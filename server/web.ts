/** Wiring of the web role: the API, the pages, the socket. */
import type { RequestListener } from 'node:http';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Context } from 'hono';
import { type App, createApp } from '#server/app.ts';
import { contentChannel } from '#server/content/content.ts';
import type { Kinds } from '#server/draws/kind.ts';
import { createHolderFinder } from '#server/http/address.ts';
import { callInside } from '#server/http/inside-call.ts';
import { createHostCheck } from '#server/http/own-host.ts';
import { createOwnPageReader } from '#server/http/own-page.ts';
import { createPageCache, type PageCache } from '#server/http/page-cache.ts';
import { createPageRouter } from '#server/http/pages.ts';
import { createPictures } from '#server/http/pictures/pictures.ts';
import { reportScripts, watchScripts } from '#server/http/scripts.ts';
import { createOutside } from '#server/outside.ts';
import type { Service } from '#server/platform/child.ts';
import { startClock } from '#server/platform/clock.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { defaultLimits, streamLimits } from '#server/platform/connections.ts';
import { openDatabase } from '#server/platform/database.ts';
import { listen } from '#server/platform/listen.ts';
import { listenHttp } from '#server/platform/listen-http.ts';
import { createLog, type Log, takeConsole } from '#server/platform/log.ts';
import { nextUint32 } from '#server/platform/random.ts';
import { createStreams } from '#server/platform/streams.ts';
import { machineTimers } from '#server/platform/timers.ts';
import { startWriteProbe } from '#server/platform/write-probe.ts';

export async function startWeb(config: ServiceConfig, kinds: Kinds): Promise<Service> {
  const log = createLog('web', 1, config.logLevel);
  if (!config.dev) takeConsole(log);
  const database = openDatabase(config.databaseUrl, 'web', {
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const clock = await startClock(config.databaseUrl, database.db);
  const pageCache = createPageCache(() => performance.now());
  const outside = createOutside(config, clock.now);
  const probe = startWriteProbe(config.databaseUrl, log);
  const { limits, streams } = connectionRoom();
  const parts = { config, database, log, kinds, outside, probe, streams, contentChanged: pageCache.forget };
  const made = createApp(parts);
  const { app, answerPublic, content, texts } = made;
  const listener = listenForChanges(config.databaseUrl, { ...made, pageCache });
  const warm = content.start(config.content.url ? undefined : 0);

  const request = (path: string, init: RequestInit, context: Context) => callInside(app, path, init, context);
  const root = resolve(import.meta.dirname, '..');
  const { catalogue, counting, sessionPollSeconds } = config;
  const pictures = createPictures(config.dataDir);
  const pageParts = {
    readOwnPage: createOwnPageReader(database.pages, kinds),
    now: clock.now,
    pageCache,
    ...{ log, texts },
    catalogue,
    origins: originsOf(config),
    counting,
    sessionPollSeconds,
    request,
    answerPublic,
    pictures,
    isWell: probe.isWell,
  };
  const dev = config.dev
    ? await (await import('./http/dev-pages.ts')).createDevPageRouter(pageParts, root)
    : null;
  app.route('/', dev?.router ?? (await createPageRouter(pageParts, `${root}/build`)));

  const endWatch = dev
    ? () => {}
    : watchScripts(`${root}/build`, { log, onDifference: reportScripts(database.db) });

  await warm;
  const server = await listenHttp(requestListener(made), { ...httpOptions(config, log), limits, streams });
  return {
    stop: async () => {
      await server.stop();
      endWatch();
      await probe.stop();
      await dev?.stop();
      await pictures.stop();
      await listener.stop();
      content.stop();
      await clock.stop();
      await database.close();
    },
  };
}

type Changing = Pick<App, 'content' | 'resultFiles' | 'progress' | 'forget'> & { pageCache: PageCache };

/** What other processes changed is forgotten here. */
function listenForChanges(
  databaseUrl: string,
  { content, resultFiles, progress, forget, pageCache }: Changing,
): ReturnType<typeof listen> {
  const channels = ['draws_changed', 'clock_changed', contentChannel];
  return listen(databaseUrl, channels, (channel, payload) => {
    if (channel === contentChannel || channel === null) content.onNotify(channel && payload);
    if (channel === contentChannel) return;
    forget();
    pageCache.forget();
    if (channel === 'clock_changed') return;
    progress.refresh();
    void resultFiles.refresh(payload ? 'newest' : 'all');
  });
}

function connectionRoom() {
  const limits = defaultLimits();
  return {
    limits,
    streams: createStreams({ limits: streamLimits(limits), timers: machineTimers, nextUint32 }),
  };
}

function httpOptions(config: ServiceConfig, log: Log) {
  const { port, hosts, keepAliveSeconds, trustedProxies } = config;
  return {
    ...{ port, log },
    ...(hosts !== null && { hosts }),
    isOwnHost: createHostCheck(config),
    visitorOf: createHolderFinder(trustedProxies),
    patience: { keepAliveMs: keepAliveSeconds * 1000 },
  };
}

/** Whom pages may load pictures from, count with, and show in a frame. */
const originsOf = ({ content, counting, mode, cardGateway }: ServiceConfig) => ({
  media: content.assetOrigins,
  counting: counting === null ? [] : [new URL(counting.url).origin],
  issuers: mode === 'embedded' ? [new URL(cardGateway.address).origin] : ['https:'],
});

/** What Node calls for each request: the fast path of a sale where it takes it, Hono otherwise. */
export function requestListener({ app, saleFastPath }: Pick<App, 'app' | 'saleFastPath'>): RequestListener {
  const ordinary = getRequestListener(app.fetch);
  return (request, response) => {
    if (!saleFastPath(request, response)) void ordinary(request, response);
  };
}
