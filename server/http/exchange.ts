/**
 * One call and its answer, as the router sees them: the same whether the call came through Hono, which every
 * call can, or by the fast path of those that stake money (sale-fast-path.ts).
 */
import type { Context } from 'hono';
import { addressOf, isSecure } from './address.ts';

export type Exchange = {
  /** A header of the request by its lower-case name. */
  header: (name: string) => string | undefined;
  params: () => unknown;
  query: () => unknown;
  text: () => Promise<string>;
  /** Where the request comes from; empty inside the process. */
  address: string;
  /** Whether the visitor's own connection is TLS. */
  isSecure: boolean;
};

export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | ReadableStream<Uint8Array> | null;
};

export function exchangeOf(context: Context): Exchange {
  const { req } = context;
  return {
    header: (name) => req.header(name),
    params: () => req.param(),
    query: () => req.query(),
    text: () => req.text(),
    address: addressOf(context),
    isSecure: isSecure(context),
  };
}
