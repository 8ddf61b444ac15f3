/** Stands between the product and the sandboxes, and holds what a test wants to see die on the way. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Hold = { path: string; about: string; moment: 'before' | 'after'; arrived: () => void };

export type HoldingOutside = {
  origin: string;
  /**
   * The next request to a path that ends so, with `about` in its address or body, is never answered: `before`
   * the sandbox has got it, or `after` it has done it. Resolves when it is held.
   */
  hold(path: string, about: string, moment: Hold['moment']): Promise<void>;
  stop(): void;
};

/** @param to port of the sandboxes */
export async function holdingOutside(to: number): Promise<HoldingOutside> {
  const holds: Hold[] = [];
  const taken = (url: string, body: string): Hold | undefined => {
    const [path = ''] = url.split('?');
    const found = holds.findIndex(
      (each) => path.endsWith(each.path) && `${url} ${body}`.includes(each.about),
    );
    return found < 0 ? undefined : holds.splice(found, 1)[0];
  };
  const server = createServer(async (asked, answer) => {
    const body = await textOf(asked);
    const hold = taken(asked.url ?? '', body);
    if (hold?.moment === 'before') return hold.arrived();
    const told = await forwarded(asked, body, to).catch(() => null);
    if (hold) return hold.arrived();
    if (told) give(answer, told);
    else answer.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(path, about, moment) {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.push({ path, about, moment, arrived: resolve });
      return promise;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Answered = { status: number; headers: IncomingMessage['headers']; body: string };

async function forwarded(asked: IncomingMessage, body: string, port: number): Promise<Answered> {
  const { method, url: path } = asked;
  const headers = { ...asked.headers, host: `127.0.0.1:${port}` };
  const passed = request({ port, host: '127.0.0.1', method, path, headers });
  passed.end(body);
  const [told] = (await once(passed, 'response')) as [IncomingMessage];
  return { status: told.statusCode ?? 502, headers: told.headers, body: await textOf(told) };
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function give(answer: ServerResponse, { status, headers, body }: Answered): void {
  const { 'transfer-encoding': _, 'content-length': __, ...rest } = headers;
  answer.writeHead(status, rest);
  answer.end(body);
}
