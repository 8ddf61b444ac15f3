/**
 * One call and its answer, as the router sees them: the same whether the call came through Hono, which every
 * call can, or by the fast path of those that stake money (sale-fast-path.ts).
 */

import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { refuse } from '#server/platform/refusal.ts';
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
  /** Where a stream is written to; absent inside the process. */
  outgoing?: ServerResponse;
};

export type Answer = {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | ReadableStream<Uint8Array> | null;
  /** A stream has begun on the connection: nothing is left to send. */
  isSent?: true;
};

export function exchangeOf(context: Context): Exchange {
  const { req } = context;
  const { outgoing } = (context.env ?? {}) as { outgoing?: ServerResponse };
  return {
    ...(outgoing && { outgoing }),
    header: (name) => req.header(name),
    params: () => req.param(),
    query: () => req.query(),
    text: async () => readUtf8(Buffer.from(await req.arrayBuffer())),
    address: addressOf(context),
    isSecure: isSecure(context),
  };
}

/** Bytes that are no text are refused, and not read as text with marks in their place. */
export function readUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\uFEFF/, '');
  refuse('EC_INVALID_INPUT', { issues: { body: [{ path: [], message: 'genericForm' }] } });
}
