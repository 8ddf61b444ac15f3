import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { analyticsSandbox } from '#integrations/analytics/sandbox/sandbox.ts';
import { aurSandbox } from '#integrations/aur/sandbox/sandbox.ts';
import { bankSandbox } from '#integrations/bank/sandbox/sandbox.ts';
import { cardGatewaySandbox } from '#integrations/card-gateway/sandbox/sandbox.ts';
import { contentServiceSandbox } from '#integrations/content-service/sandbox/sandbox.ts';
import { drawMachineSandbox } from '#integrations/draw-machine/sandbox/sandbox.ts';
import { eIdSandbox } from '#integrations/e-id/sandbox/sandbox.ts';
import { homeBankSandbox } from '#integrations/home-bank/sandbox/sandbox.ts';
import { mailSandbox } from '#integrations/mail/sandbox/sandbox.ts';
import { matchFeedSandbox } from '#integrations/match-feed/sandbox/sandbox.ts';
import { organiserSandbox } from '#integrations/organiser/sandbox/sandbox.ts';
import { registrySandbox } from '#integrations/registry/sandbox/sandbox.ts';
import { smsSandbox } from '#integrations/sms/sandbox/sandbox.ts';
import type { ServiceConfig } from '#server/platform/config.ts';
import { type HttpServer, listenHttp } from '#server/platform/listen-http.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import { demoCards } from './seed/demo-cards.ts';

/** One sandbox of an outside party: pages and calls under `path`, its control under `/_control/<name>`. */
type Sandbox = {
  name: string;
  path: string;
  about: string;
  app: Hono;
  control: Hono;
  /** Where pages of anybody post forms, as they do to a real one: each form proves itself. */
  open?: readonly string[];
  /** Ends what goes on between requests. */
  stop?(): void;
};

/** `sandboxPort` 0: any free port. `port` is the product's, which hears when content changes. */
export type SandboxConfig = Pick<ServiceConfig, 'sandboxPort' | 'port' | 'dataDir' | 'logLevel'> & {
  content: Pick<ServiceConfig['content'], 'key' | 'webhookSecret'>;
  eId: Pick<ServiceConfig['eId'], 'clientId' | 'clientSecret' | 'redirectUri'>;
  registry: Pick<NonNullable<ServiceConfig['registry']>, 'key'> | null;
  messages: Pick<ServiceConfig['messages'], 'sms' | 'homeBank'>;
  aur: Pick<ServiceConfig['aur'], 'token' | 'secret' | 'signs'>;
  bank: Pick<ServiceConfig['bank'], 'key'>;
  cardGateway: Pick<ServiceConfig['cardGateway'], 'key' | 'agreementNumber'>;
};

const contentRoot = join(import.meta.dirname, '../content');

async function sandboxes(config: SandboxConfig, now: () => Date, log: Log): Promise<Sandbox[]> {
  const { dataDir, port, content, eId, registry } = config;
  const contentService = await contentServiceSandbox({
    root: contentRoot,
    key: content.key ?? '',
    warn: (message) => log.warn(message),
    webhook: {
      url: `http://127.0.0.1:${port}/api/proxy/dato/invalidate-cache/`,
      secret: content.webhookSecret,
    },
  });
  return [
    {
      name: 'draw-machine',
      path: '/draw-machine',
      about: 'draws the numbers of a sealed draw and signs them',
      ...drawMachineSandbox(dataDir),
    },
    {
      name: 'organiser',
      path: '/organiser',
      about: 'sells and draws winners in other countries, and publishes the figures of the common pools',
      ...organiserSandbox(dataDir),
    },
    {
      name: 'match-feed',
      path: '/match-feed',
      about: 'plays sample seasons of football, and publishes programs and scores',
      ...matchFeedSandbox(dataDir),
    },
    {
      name: 'analytics',
      path: '/analytics',
      about: 'counts visits as Umami does',
      ...analyticsSandbox(),
    },
    {
      name: 'content-service',
      path: '/content',
      about: 'pages, news, menus and texts in DatoCMS’ protocol',
      ...contentService,
    },
    {
      name: 'e-id',
      path: '/e-id',
      about: 'people’s phones, where electronic ID is confirmed in Auðkenni’s protocol',
      ...(await eIdSandbox({ ...eId, dataDir, now })),
    },
    {
      name: 'registry',
      path: '/registry',
      about: 'the register of persons',
      ...registrySandbox(registry?.key ?? ''),
    },
    ...(await messageSandboxes(config)),
    ...moneySandboxes(config, now),
  ];
}

async function messageSandboxes({ dataDir, messages }: SandboxConfig): Promise<Sandbox[]> {
  return [
    {
      name: 'mail',
      path: '/mail',
      about: 'takes letters over SMTP and shows them, with Mailpit’s routes',
      ...(await mailSandbox(dataDir)),
    },
    {
      name: 'sms',
      path: '/sms',
      about: 'takes text messages as Nova’s SMS API does and shows them',
      ...smsSandbox(messages.sms),
    },
    {
      name: 'home-bank',
      path: '/home-bank',
      about: 'takes documents for online banks and shows them',
      ...homeBankSandbox(messages.homeBank.key),
    },
  ];
}

function moneySandboxes({ dataDir, aur, bank, cardGateway }: SandboxConfig, now: () => Date): Sandbox[] {
  return [
    {
      name: 'aur',
      path: '/aur',
      about: 'practice phones that pay through Aur',
      ...aurSandbox({ ...aur, dataDir, now }),
    },
    {
      name: 'bank',
      path: '/bank',
      about: 'pays out to bank accounts',
      ...bankSandbox({ ...bank, dataDir, now }),
    },
    {
      name: 'card-gateway',
      path: '/card-gateway',
      about: 'test cards: takes payments in ValitorPay’s protocol, and plays the cardholder’s bank',
      ...cardGatewaySandbox({ ...cardGateway, dataDir, now, registered: demoCards(now()) }),
      open: ['/mpi/', '/acs/'],
    },
  ];
}

const bodyBytesMax = 1_000_000;
const tooLarge = (context: Context) => context.json({ code: 'EC_INVALID_INPUT' }, 413);
const limitUnannounced = bodyLimit({ maxSize: bodyBytesMax, onError: tooLarge });

/** Counting a body costs Hono's fast way of reading requests, so an announced length is trusted. */
const limitBody: MiddlewareHandler = async (context, next) => {
  const announced = context.req.header('content-length');
  if (announced === undefined && context.req.method !== 'GET') return limitUnannounced(context, next);
  if (Number(announced ?? 0) > bodyBytesMax) return tooLarge(context);
  return next();
};

/** Serves every sandbox on 127.0.0.1 and lists them on `/`. `now` is domain time. */
export async function startSandbox(config: SandboxConfig, now: () => Date): Promise<HttpServer> {
  const log = createLog('sandbox', 2, config.logLevel);
  const all = await sandboxes(config, now, log);
  const openPaths = all.flatMap(({ path, open = [] }) => open.map((part) => `${path}${part}`));
  const app = new Hono<{ Bindings: HttpBindings }>({ strict: false });
  app.use(refuseStrangers(config.port, openPaths));
  app.use(limitBody);
  app.get('/', (c) => c.html(index(all)));
  for (const { name, path, app: part, control } of all) {
    app.route(path, part);
    app.route(`/_control/${name}`, control);
  }
  const where = { port: config.sandboxPort, hosts: ['127.0.0.1'], log };
  const server = await listenHttp(getRequestListener(app.fetch), where);
  return {
    port: server.port,
    stop: () => {
      for (const { stop } of all) stop?.();
      return server.stop();
    },
  };
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * A browser on this machine brings strangers along: their pages reach us under a name of theirs that leads
 * here, or send us forms from elsewhere. Programs send no `Origin`; pages of the product have the other port.
 */
function refuseStrangers(
  productPort: number,
  openPaths: readonly string[],
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async ({ req, env, text }, next) => {
    const port = env.incoming.socket.localPort ?? 0;
    if (!loopback.some((host) => req.header('host') === `${host}:${port}`)) {
      return text('The sandboxes answer to this machine’s own names alone.', 421);
    }
    const origin = req.header('origin');
    const own = [port, productPort].flatMap((each) => loopback.map((host) => `http://${host}:${each}`));
    const reads = req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS';
    const isOpen = openPaths.some((path) => req.path.startsWith(path));
    if (!reads && !isOpen && origin !== undefined && !own.includes(origin)) {
      return text('Only pages of the sandboxes and of the product may send something here.', 403);
    }
    await next();
    return undefined;
  };
}

function index(all: readonly Sandbox[]) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Sandboxes</title>
      <style>
        body {
          font: 1rem/1.5 system-ui;
          margin: 2rem;
          max-width: 40rem;
        }
      </style>
      <h1>Sandboxes</h1>
      <p>Sandboxes of outside parties. They speak the real protocols; nothing here is real money.</p>
      <ul>
        ${all.map(
          ({ name, path, about }) =>
            html`<li>
              <a href="${path}/">${name}</a>: ${about} (<a href="/_control/${name}">control</a>)
            </li>`,
        )}
      </ul>
    </html>`;
}
