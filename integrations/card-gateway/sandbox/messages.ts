/** What browsers carry between MPI and issuer. */
import type { Context } from 'hono';

/** A form as texts; a file in it is nothing. */
export async function fields(c: Context): Promise<Record<string, string>> {
  const body = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const encoded = (message: object): string =>
  Buffer.from(JSON.stringify(message)).toString('base64url');

export function decoded(text: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof message === 'object' && message !== null ? { ...message } : {};
  } catch {
    return {};
  }
}
