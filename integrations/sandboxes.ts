import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';

/** One stand-in of an outside party: its pages and calls under `/<name>`, what it is in one sentence. */
export type StandIn = { name: string; about: string; app: Hono };

const standIns: StandIn[] = [];

/** Serves every stand-in on 127.0.0.1 and lists them on `/`. */
export async function startSandbox(config: { sandboxPort: number }): Promise<{ stop(): Promise<void> }> {
  const app = new Hono();
  app.get('/', (c) => c.html(index()));
  for (const { name, app: part } of standIns) app.route(`/${name}`, part);
  const server = serve({ fetch: app.fetch, port: config.sandboxPort, hostname: '127.0.0.1' });
  await listening(server);
  return { stop: () => new Promise((done) => server.close(() => done())) };
}

const index = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandboxes</title>
<h1>Sandboxes</h1><ul>${standIns
  .map(({ name, about }) => `<li><a href="/${name}/">${name}</a>: ${about}</li>`)
  .join('')}</ul></html>`;

function listening(server: ServerType): Promise<void> {
  return new Promise((done, failed) => {
    if (server.listening) return done();
    server.once('listening', done);
    server.once('error', failed);
  });
}
