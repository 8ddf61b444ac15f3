import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type ConnectionLimits,
  type Connections,
  defaultLimits,
  guardConnections,
  type VisitorOf,
} from './connections.ts';
import type { Log } from './log.ts';
import { countRefused } from './metrics.ts';

/** How long a client may take: for the head of a request, for all of it, and to do anything at all. */
export type Patience = { headMs: number; requestMs: number; silenceMs: number };

const patience: Patience = { headMs: 10_000, requestMs: 30_000, silenceMs: 60_000 };

type HttpOptions = {
  /** 0: any free port. */
  port: number;
  hostname?: string;
  log: Log;
  /** Left out: everybody is a visitor by their address. */
  visitorOf?: VisitorOf;
  limits?: ConnectionLimits;
  patience?: Patience;
};

export type HttpServer = {
  port: number;
  /** Takes nothing new and lets running requests finish. */
  stop(): Promise<void>;
};

/** Settles when the server listens; rejects with EADDRINUSE and the like. */
export async function listenHttp(listener: RequestListener, options: HttpOptions): Promise<HttpServer> {
  const { headMs, requestMs, silenceMs } = options.patience ?? patience;
  const server = createServer({
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: headMs / 5,
  });
  server.timeout = silenceMs;
  const limits = options.limits ?? defaultLimits();
  const connections = guardConnections(server, limits, options.visitorOf ?? ((address) => address));
  server.on('request', (request, response) => {
    if (hostCount(request) > 1) refuseHosts(response, options.log);
    else listener(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    answerBadRequest(error, socket, options.log),
  );
  const { port, hostname } = options;
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen({ port, ...(hostname !== undefined && { host: hostname }) }, done);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server, connections) };
}

/** Who asks nothing, or is still asking, has this long before the end of the server ends the connection. */
const lastCallMs = 500;

async function stop(server: Server, connections: Connections): Promise<void> {
  const startedMs = performance.now();
  const timer = setInterval(() => {
    server.closeIdleConnections(); // a client that keeps its connection would hold us for seconds
    if (performance.now() - startedMs > lastCallMs) connections.endWaiting();
  }, 50);
  await new Promise((done) => server.close(done));
  clearInterval(timer);
  connections.close();
}

/** Node reads the first of several and drops the rest, where a proxy before us may read another. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

function refuseHosts(response: ServerResponse, log: Log): void {
  const body = describeNoRequest('two hosts', log);
  response.writeHead(400, { 'Content-Type': 'application/json', Connection: 'close' }).end(body);
}

/** Counted and noted under an id. @returns what the client is told */
function describeNoRequest(code: string, log: Log): string {
  const errorId = randomUUID();
  countRefused(code);
  log.info({ errorId, code }, 'no request');
  return JSON.stringify({
    message: 'This is not a request.',
    code: 'EC_INVALID_INPUT',
    details: { errorId },
  });
}

/**
 * What is no HTTP at all, or does not come in time, is answered in our words too. The connection ends whether
 * or not the client ends its half of it.
 */
function answerBadRequest({ code = 'unknown' }: NodeJS.ErrnoException, socket: Duplex, log: Log): void {
  const body = describeNoRequest(code, log);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.write(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  (socket as Socket).destroySoon();
}
