import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import { registry } from './metrics.ts';

/**
 * How many connections a server holds in all, and how many of one visitor that wait for their client. Beyond
 * that the one that has waited longest goes, so that nobody can keep others out by holding on.
 */
export type ConnectionLimits = { all: number; perVisitor: number };

/** @returns whose connection it is, by the address of its other end; null where nothing of this counts */
export type VisitorOf = (address: string) => string | null;

export type Connections = {
  /** Ends all that wait for their client. */
  endWaiting(): void;
  close(): void;
};

const ended = new Counter({
  name: 'hending_connections_ended_total',
  help: 'Connections that were ended to make room, by the limit they met',
  labelNames: ['limit'],
  registers: [registry],
});

const held = new Gauge({
  name: 'hending_connections',
  help: 'Open connections, and how many of them wait for their client or are streams',
  labelNames: ['state'],
  registers: [registry],
});

/** A file that is sent may need a second descriptor, and the database and the disk need some too. */
export function defaultLimits(): ConnectionLimits {
  const all = Math.min(10_000, Math.floor(descriptorLimit() * 0.4));
  return { all, perVisitor: Math.ceil(all / 8) };
}

/** Of streams, which stay open. A third of the connections is left for requests that end. */
export function streamLimits({ all, perVisitor }: ConnectionLimits): ConnectionLimits {
  return { all: Math.floor((all * 2) / 3), perVisitor };
}

/** Counts streams apart from other connections, which are ended by how long they wait for their client. */
export function createStreamPlaces(limits: ConnectionLimits) {
  const byVisitor = new Map<string, number>();
  let open = 0;

  function count(visitor: string, change: 1 | -1): void {
    open += change;
    const own = (byVisitor.get(visitor) ?? 0) + change;
    if (own === 0) byVisitor.delete(visitor);
    else byVisitor.set(visitor, own);
    held.set({ state: 'stream' }, open);
  }

  return {
    /** @returns what gives the place back; null where none is left */
    take: (visitor: string): (() => void) | null => {
      const isFull = open >= limits.all || (byVisitor.get(visitor) ?? 0) >= limits.perVisitor;
      if (isFull) return null;
      count(visitor, 1);
      return () => count(visitor, -1);
    },
  };
}

/** Node has raised its soft limit to the hard one by the time this is asked. */
function descriptorLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files: { soft: number | string } } };
  const { userLimits } = report;
  const soft = Number(userLimits?.open_files.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft; // "unlimited"
}

/** `running`: requests that have come whole and are not answered yet. */
type Held = { visitor: string | null; running: number; taken: number };

const sweepMs = 1_000;

/**
 * Counts what a server holds. A connection waits for its client while nothing was asked, a request is still
 * coming, or an answer is written or not taken; one that we are working for never counts against its visitor.
 * Call before the server gets its listener, which may answer at once.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  visitorOf: VisitorOf,
): Connections {
  const open = new Map<Socket, Held>();
  const waiting = createWaiting();

  function waits(socket: Socket, { visitor }: Held): void {
    if (visitor === null || socket.destroyed) return;
    waiting.add(socket, visitor);
    if (waiting.countOf(visitor) > limits.perVisitor) end(waiting.longest(visitor), 'visitor');
  }

  function end(socket: Socket | undefined, limit: string): void {
    if (!socket) return;
    waiting.remove(socket);
    socket.destroy();
    ended.inc({ limit });
  }

  server.on('connection', (socket: Socket) => {
    const state = { visitor: visitorOf(socket.remoteAddress ?? ''), running: 0, taken: 0 };
    open.set(socket, state);
    socket.once('close', () => {
      waiting.remove(socket);
      open.delete(socket);
    });
    waits(socket, state);
    // Where nobody else waits for a client, that is the new one itself.
    if (open.size > limits.all) end(waiting.longest(), 'all');
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const state = open.get(socket);
    if (!state) return;
    const begin = () => {
      state.running += 1;
      waiting.remove(socket);
    };
    const finish = (hasBegun: boolean) => {
      if (hasBegun) state.running -= 1;
      if (state.running === 0) waits(socket, state);
    };
    followRequest(request, response, begin, finish);
  });

  const sweep = setInterval(() => {
    for (const [socket, state] of stalled(open)) waits(socket, state);
    report({ open: open.size, waiting: waiting.count() });
  }, sweepMs).unref();

  return {
    endWaiting: () => {
      for (const [socket, { running }] of open) if (running === 0 || waiting.has(socket)) socket.destroy();
    },
    close: () => clearInterval(sweep),
  };
}

/** Tells when the request has come whole, unless it was answered before, and when it is answered. */
function followRequest(
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
  finish: (hasBegun: boolean) => void,
): void {
  let hasBegun = false;
  const onWhole = () => {
    if (response.writableEnded) return;
    hasBegun = true;
    begin();
  };
  if (hasBody(request)) request.once('end', onWhole);
  else onWhole();
  response.once('prefinish', () => finish(hasBegun));
}

function report(counts: Record<'open' | 'waiting', number>): void {
  for (const [state, count] of Object.entries(counts)) held.set({ state }, count);
}

/** Clients that have read nothing of a waiting answer since the last sweep. No event tells it. */
function stalled(open: ReadonlyMap<Socket, Held>): [Socket, Held][] {
  return [...open].filter(([socket, state]) => {
    const before = state.taken;
    state.taken = socket.bytesWritten - socket.writableLength;
    return state.running > 0 && socket.writableLength > 0 && state.taken === before;
  });
}

/** Connections that wait for their client, each in the order in which it began to. */
function createWaiting() {
  const all = new Map<Socket, string>();
  const byVisitor = new Map<string, Set<Socket>>();

  function remove(socket: Socket): void {
    const visitor = all.get(socket);
    if (visitor === undefined) return;
    all.delete(socket);
    const own = byVisitor.get(visitor);
    own?.delete(socket);
    if (own?.size === 0) byVisitor.delete(visitor);
  }

  return {
    remove,
    add: (socket: Socket, visitor: string) => {
      remove(socket);
      all.set(socket, visitor);
      byVisitor.set(visitor, (byVisitor.get(visitor) ?? new Set()).add(socket));
    },
    has: (socket: Socket) => all.has(socket),
    count: () => all.size,
    countOf: (visitor: string) => byVisitor.get(visitor)?.size ?? 0,
    longest: (visitor?: string): Socket | undefined => {
      const [first] = visitor === undefined ? all.keys() : (byVisitor.get(visitor) ?? []);
      return first;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
