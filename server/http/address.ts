import { BlockList, isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { VisitorOf } from '#server/platform/connections.ts';
import { networkOf } from '#server/players/sign-in/password-guesses.ts';

const addressKey = 'clientAddress';
const secureKey = 'clientIsSecure';

/** Where a request comes from, empty inside the process, and whether the visitor came over TLS. */
export type Visitor = { address: string; isSecure: boolean };
/** @param connectedFrom address of the other end of the connection */
export type FindVisitor = (connectedFrom: string, header: (name: string) => string | undefined) => Visitor;

/**
 * Headers are believed where the connection comes from a trusted proxy: then the address is the last
 * one in `X-Forwarded-For` that is none, and `X-Forwarded-Proto` says how the visitor came. We take
 * no TLS ourselves.
 * @param trusted addresses and networks, as the configuration has them
 */
export function createVisitorFinder(trusted: readonly string[]): FindVisitor {
  const isProxy = createProxyCheck(trusted);
  return (connectedFrom, header) => {
    let address = plain(connectedFrom);
    if (!isProxy(address)) return { address, isSecure: false };
    const hops = (header('x-forwarded-for') ?? '').split(',').map(plain);
    for (let hop = hops.pop(); hop && isIP(hop) && isProxy(address); hop = hops.pop()) address = hop;
    return { address, isSecure: header('x-forwarded-proto') === 'https' };
  };
}

/**
 * Whose a connection is, as far as one network can hold many of them; null for a trusted proxy, which holds
 * those of all its visitors.
 */
export function createHolderFinder(trusted: readonly string[]): VisitorOf {
  const isProxy = createProxyCheck(trusted);
  return (connectedFrom) => {
    const address = plain(connectedFrom);
    if (isProxy(address)) return null;
    return isIP(address) === 6 ? networkOf(address) : address;
  };
}

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
    const { address, isSecure } = findVisitor(connectedFrom(context), (name) => context.req.header(name));
    const isInside = address === '';
    context.set(addressKey, address);
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

/** What the visitor's address begins with, also behind a proxy that ends TLS: `https://hending.is`. */
export function originOf(context: Context): string {
  const { host } = new URL(context.req.url);
  return `${isSecure(context) ? 'https' : 'http'}://${context.req.header('host') ?? host}`;
}
