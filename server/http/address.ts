import { BlockList, isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { VisitorOf } from '#server/platform/connections.ts';
import { networkOf } from '#server/platform/networks.ts';

const addressKey = 'clientAddress';
const secureKey = 'clientIsSecure';
const fromProxyKey = 'clientIsFromProxy';

/**
 * `address`: source of the request, empty inside the process. `isSecure`: the visitor used TLS.
 * `isFromProxy`: a trusted proxy made the connection.
 */
export type Visitor = { address: string; isSecure: boolean; isFromProxy: boolean };
type ReadHeader = (name: string) => string | undefined;
/** @param connectedFrom address of the other end of the connection */
export type FindVisitor = (connectedFrom: string, header: ReadHeader) => Visitor;

/** One proxy's report: the address that connected to it, and whether over TLS. */
type Hop = { from: string; isSecure: boolean };

const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'via'];

/**
 * Headers are believed where the connection comes from a trusted proxy: then the address is the last one that
 * no trusted proxy has, and the proxy that was asked from there says how the visitor came. We take no TLS
 * ourselves.
 * @param trusted addresses and networks, as the configuration has them
 */
export function createVisitorFinder(trusted: readonly string[]): FindVisitor {
  const isProxy = createProxyCheck(trusted);
  return (connectedFrom, header) => {
    let address = plain(connectedFrom);
    if (!isProxy(address)) return { address, isSecure: false, isFromProxy: false };
    const hops = hopsOf(header);
    let isSecure = hops.at(-1)?.isSecure ?? header('x-forwarded-proto') === 'https';
    for (let hop = hops.pop(); hop && isProxy(address); hop = hops.pop()) {
      isSecure = hop.isSecure;
      if (isIP(hop.from) === 0) break;
      address = hop.from;
    }
    return { address, isSecure, isFromProxy: true };
  };
}

/**
 * Nearest proxy last. `Forwarded` (RFC 7239) counts only if neither older header is sent: a proxy
 * that knows only the older ones passes a visitor's own `Forwarded` on unchecked.
 */
function hopsOf(header: ReadHeader): Hop[] {
  const [chain, scheme] = [header('x-forwarded-for'), header('x-forwarded-proto')];
  if (chain === undefined && scheme === undefined) return readForwarded(header('forwarded') ?? '');
  const isSecure = scheme === 'https';
  return (chain ?? '').split(',').map((from) => ({ from: plain(from), isSecure }));
}

/** A list that is not written by the rules is none at all. */
function readForwarded(list: string): Hop[] {
  const hops: Hop[] = [];
  for (const element of list.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const pairs = new Map<string, string>();
    for (const pair of element.match(/(?:[^;"]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
      const [, name, token, quoted] = forwardedPair.exec(pair) ?? [];
      if (name === undefined || pairs.has(name.toLowerCase())) return [];
      pairs.set(name.toLowerCase(), token ?? (quoted ?? '').replace(/\\(.)/g, '$1'));
    }
    const isSecure = pairs.get('proto')?.toLowerCase() === 'https';
    hops.push({ from: plain(pairs.get('for') ?? ''), isSecure });
  }
  return hops;
}

const forwardedPair = /^\s*([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)")\s*$/;

/**
 * Whose a connection is, as far as one network can hold many of them; null for a trusted proxy, which holds
 * those of all its visitors.
 */
export function createHolderFinder(trusted: readonly string[]): VisitorOf {
  const isProxy = createProxyCheck(trusted);
  return (connectedFrom) => {
    const address = plain(connectedFrom);
    return isProxy(address) ? null : holderOf(address);
  };
}

/** Whom a connection counts for: an address of version 6 is one of many that its network has. */
export const holderOf = (address: string) => (isIP(address) === 6 ? networkOf(address) : address);

function createProxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const network of trusted) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) proxies.addAddress(address, kindOf(address));
    else proxies.addSubnet(address, Number(prefix), kindOf(address));
  }
  return (address) => trusted.length > 0 && isIP(address) !== 0 && proxies.check(address, kindOf(address));
}

/** Finds the visitor once a request, for `addressOf` and `isSecure`. */
export function createAddressFinder(findVisitor: FindVisitor): MiddlewareHandler {
  return async (context, next) => {
    const visitor = findVisitor(connectedFrom(context), (name) => context.req.header(name));
    const { address, isSecure, isFromProxy } = visitor;
    const isInside = address === '';
    context.set(addressKey, address);
    context.set(fromProxyKey, isFromProxy);
    context.set(secureKey, isInside ? context.req.url.startsWith('https:') : isSecure);
    await next();
  };
}

/** Where the request comes from; empty inside the process (server rendering): there is no connection. */
export function addressOf(context: Context): string {
  return (context.get(addressKey) as string | undefined) ?? '';
}

/** Whether the visitor's own connection is TLS: names and attributes of cookies hang on it. */
export function isSecure(context: Context): boolean {
  return context.get(secureKey) === true;
}

/** Whether a proxy stands between the visitor and us, trusted or not, as far as headers tell. */
export function isForwarded(context: Context): boolean {
  return (
    context.get(fromProxyKey) === true || proxyHeaders.some((name) => context.req.header(name) !== undefined)
  );
}

function connectedFrom(context: Context): string {
  const bindings = context.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined;
  return bindings?.incoming?.socket.remoteAddress ?? '';
}

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Without blanks, a port, or what maps IPv4 into IPv6. */
function plain(written: string): string {
  const address = written.trim();
  const [, inBrackets] = /^\[(.+)\](?::\d+)?$/.exec(address) ?? [];
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? [];
  return (inBrackets ?? beforePort ?? address).replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Language of the page that a browser asks from, told by its address: English ones begin with `/en`. */
export function localeOf(referer: string | undefined): 'is' | 'en' {
  return /^https?:\/\/[^/]+\/en(?:[/?#]|$)/.test(referer ?? '') ? 'en' : 'is';
}

/** Language of an answer that no page of ours decides: that of the browser, else of the page it came from. */
export function preferredLocale(context: Context): 'is' | 'en' {
  if (/^en\b/i.test(context.req.header('accept-language') ?? '')) return 'en';
  return localeOf(context.req.header('referer'));
}

/** What the visitor's address begins with, also behind a proxy that ends TLS: `https://hending.is`. */
export function originOf(context: Context): string {
  const { host } = new URL(context.req.url);
  return `${isSecure(context) ? 'https' : 'http'}://${context.req.header('host') ?? host}`;
}
