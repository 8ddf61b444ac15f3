/** HTTP as the simulated players speak it: kept-alive connections, answers that can be lost on purpose. */
import { Agent, request } from 'node:http';

export type Answer = { status: number; body: Body; replay: boolean };
export type Body = Record<string, unknown> & { code?: string };
/** Lost: what was sent may have been done, nobody knows. Stale: the line had been closed for idleness, which
 * every client of HTTP must expect. */
export type Reply = Answer | 'lost' | 'stale';

export type Sent = {
  method?: 'GET' | 'POST';
  path: string;
  cookie?: string;
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  /** Cuts the line this long after the request was sent. */
  loseAfterMs?: number;
};

export type Client = { send(sent: Sent): Promise<Reply>; close(): void };

const patienceMs = 30_000;

/** @param url of the product; paths are those under `/api/proxy` */
export function createClient(url: string, timeout = patienceMs): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const { hostname, port } = new URL(url);
  return { send: (sent) => send({ agent, hostname, port, timeout }, sent), close: () => agent.destroy() };
}

function send(
  to: { agent: Agent; hostname: string; port: string; timeout: number },
  sent: Sent,
): Promise<Reply> {
  const text =
    sent.body === undefined
      ? undefined
      : typeof sent.body === 'string'
        ? sent.body
        : JSON.stringify(sent.body);
  const headers: Record<string, string | number> = {
    ...(sent.cookie && { cookie: sent.cookie }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
    ...(sent.key && { 'idempotency-key': sent.key }),
    ...sent.headers,
  };
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const asked = request({
    ...to,
    headers,
    method: sent.method ?? (text === undefined ? 'GET' : 'POST'),
    path: `/api/proxy${sent.path}`,
  });
  asked.on('response', (response) => {
    let received = '';
    response.setEncoding('utf8');
    response.on('data', (chunk) => (received += chunk));
    response.on('error', () => resolve('lost'));
    response.on('end', () => {
      const replay = response.headers['idempotent-replay'] === 'true';
      resolve({ status: response.statusCode ?? 0, body: parse(received), replay });
    });
  });
  asked.on('error', (error: NodeJS.ErrnoException) =>
    resolve(asked.reusedSocket && error.code === 'ECONNRESET' ? 'stale' : 'lost'),
  );
  asked.on('timeout', () => asked.destroy());
  const { loseAfterMs } = sent;
  if (loseAfterMs !== undefined) {
    asked.once('finish', () =>
      setTimeout(() => {
        resolve('lost');
        asked.destroy();
      }, loseAfterMs),
    );
  }
  asked.end(text);
  return promise;
}

function parse(text: string): Body {
  if (text === '') return {};
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { unreadable: text.slice(0, 200) };
  }
}
