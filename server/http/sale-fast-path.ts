/**
 * The fast path of calls that stake money: from Node's own request to the router's answer without Hono's
 * Request, Response and middleware, a third and more of what such a call costs the web (docs/decisions/033:
 * 94 µs with them, 55 to 65 without). A request that is unusual in any way goes the ordinary way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import type { FindVisitor } from './address.ts';
import { bodyBytesOf } from './body-limit.ts';
import { type Answer, type Exchange, readUtf8 } from './exchange.ts';
import type { AnswerCall } from './router.ts';
import { dataHeaders } from './security-headers.ts';

type Route = { name: CallName; bytesMax: number; params: () => unknown };
type Pattern = { path: RegExp; route: Omit<Route, 'params'> };

const nothing = () => undefined;

/** @returns the call of an address; none where it has a query or a character that is escaped */
function routesOf(calls: Readonly<Record<string, Call>>): (url: string) => Route | undefined {
  const plain = new Map<string, Route>();
  const patterns: Pattern[] = [];
  for (const [name, call] of Object.entries(calls)) {
    if (call.method !== 'POST' || call.money !== 'stake' || call.query) continue;
    const route = { name: name as CallName, bytesMax: bodyBytesOf(call) };
    const path = `${basePath}${call.path}`;
    if (!call.params) plain.set(path, { ...route, params: nothing });
    else patterns.push({ path: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[\\w.~-]+)')}$`), route });
  }
  return (url) => plain.get(url) ?? matching(patterns, url);
}

function matching(patterns: readonly Pattern[], url: string): Route | undefined {
  for (const { path, route } of patterns) {
    const groups = path.exec(url)?.groups;
    if (groups) return { ...route, params: () => ({ ...groups }) };
  }
  return undefined;
}

/** @returns whether the request is answered here */
export type SaleFastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createSaleFastPath(
  answer: AnswerCall,
  findVisitor: FindVisitor,
  calls: Readonly<Record<string, Call>> = api,
): SaleFastPath {
  const routeOf = routesOf(calls);
  return (request, response) => {
    const call = request.method === 'POST' ? routeOf(request.url ?? '') : undefined;
    const length = Number(request.headers['content-length']);
    const isCoded = request.headers['content-encoding'] !== undefined;
    if (call === undefined || isCoded || !(length <= call.bytesMax)) return false;
    const header = (wanted: string) => textOf(request.headers[wanted]);
    const visitor = findVisitor(request.socket.remoteAddress ?? '', header);
    readBytes(request, (bytes) => {
      const exchange: Exchange = {
        ...visitor,
        header,
        params: call.params,
        query: nothing,
        text: async () => readUtf8(bytes),
      };
      void answer(call.name, exchange).then((answered) => send(response, visitor.isSecure, answered));
    });
    return true;
  };
}

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** Nothing is answered where the client leaves before its body is whole. */
function readBytes(request: IncomingMessage, done: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
}

function send(response: ServerResponse, isSecure: boolean, answer: Answer): void {
  const body = String(answer.body ?? '');
  const headers = { ...dataHeaders(isSecure, answer), 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(answer.status, headers).end(body);
}
