import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  type AddressInfo,
  createServer as createSocketServer,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
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
import type { Streams } from './streams.ts';

/**
 * How long a client may take: for the head of a request, for all of it, to do anything at all, and between
 * two requests. The last must be longer than a proxy's own: a proxy that sends a request while we close its
 * connection answers 502. The time for a head begins with its first byte, not with the pause before it.
 */
export type Patience = { headMs: number; requestMs: number; silenceMs: number; keepAliveMs: number };

const patience: Patience = {
  headMs: 10_000,
  requestMs: 30_000,
  silenceMs: 60_000,
  keepAliveMs: 75_000,
};

type HttpOptions = {
  /** 0: any free port. */
  port: number;
  /** Addresses of this machine; one that it does not have is left out. Left out: all. */
  hosts?: readonly string[];
  log: Log;
  /** Others are answered 421. Left out: any. */
  isOwnHost?: (request: IncomingMessage) => boolean;
  /** Left out: everybody is a visitor by their address. */
  visitorOf?: VisitorOf;
  limits?: ConnectionLimits;
  /** Those that the listener opens: they are not waited for. */
  streams?: Streams;
  patience?: Partial<Patience>;
};

export type HttpServer = {
  port: number;
  /** Takes nothing new and lets running requests finish. */
  stop(): Promise<void>;
};

/** Settles when the server listens; rejects with EADDRINUSE and the like. */
export async function listenHttp(listener: RequestListener, options: HttpOptions): Promise<HttpServer> {
  const { headMs, requestMs, silenceMs, keepAliveMs } = { ...patience, ...options.patience };
  const { log, isOwnHost } = options;
  const server = createServer({
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: headMs / 5,
  });
  server.timeout = silenceMs;
  const limits = options.limits ?? defaultLimits();
  const connections = guardConnections(server, limits, options.visitorOf ?? ((address) => address));
  server.on('request', (request, response) => {
    if (hostCount(request) > 1) refuse(response, 400, 'two hosts', log);
    else if (isOwnHost?.(request) === false) refuse(response, 421, 'foreign host', log);
    else listener(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => answerBadRequest(error, socket, log));
  const sockets = await listenOn(server, options.port, options.hosts ?? [undefined]);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: () => {
      options.streams?.end();
      return stop(server, sockets, connections);
    },
  };
}

/** A server listens on one address; connections to the others are handed to it. */
async function listenOn(
  server: Server,
  port: number,
  hosts: readonly (string | undefined)[],
): Promise<SocketServer[]> {
  const listening: SocketServer[] = [];
  try {
    for (const host of hosts) {
      const taker =
        listening.length === 0
          ? server
          : createSocketServer({ noDelay: true }, (socket) => void server.emit('connection', socket));
      const wanted = taker === server ? port : (server.address() as AddressInfo).port;
      if (await listens(taker, wanted, host)) listening.push(taker);
    }
  } catch (error) {
    for (const each of listening) each.close();
    throw error;
  }
  if (listening.length === 0) throw new Error(`This machine has none of the addresses ${hosts.join(', ')}.`);
  return listening;
}

/** @returns false where the machine has no such address, as one without IPv6 has no `::1` */
async function listens(taker: SocketServer, port: number, host: string | undefined): Promise<boolean> {
  return new Promise((done, failed) => {
    const onError = (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (isMissing) done(false);
      else failed(error);
    };
    taker.once('error', onError);
    taker.listen({ port, ...(host !== undefined && { host }) }, () => {
      taker.off('error', onError);
      done(true);
    });
  });
}

/** Who asks nothing, or is still asking, has this long before the end of the server ends the connection. */
const lastCallMs = 500;

async function stop(
  server: Server,
  sockets: readonly SocketServer[],
  connections: Connections,
): Promise<void> {
  const startedMs = performance.now();
  const timer = setInterval(() => {
    server.closeIdleConnections(); // a client that keeps its connection would hold us for seconds
    if (performance.now() - startedMs > lastCallMs) connections.endWaiting();
  }, 50);
  await Promise.all(sockets.map((each) => new Promise((done) => each.close(done))));
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

function refuse(response: ServerResponse, status: number, code: string, log: Log): void {
  const body = describeNoRequest(code, log);
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(body);
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
  const status = code === 'HPE_INVALID_METHOD' ? '501 Not Implemented' : '400 Bad Request';
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  (socket as Socket).destroySoon();
}
