/**
 * Outside parties whose word counts sign it: the answer is `{ protocol, signature }`, where `protocol` is
 * JSON as text and `signature` is Ed25519 over exactly its UTF-8 bytes, in base64url. What is not signed is
 * not even read.
 */
import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

export const signedSchema = z.object({ protocol: z.string(), signature: z.string() });
export type SignedProtocol = z.infer<typeof signedSchema>;

/** `unreachable`: ask again later. `untrusted`: not an answer to go by; a person must look. */
export type SignedFault = 'unreachable' | 'untrusted';

export type SignedParty = {
  /** For people: `the draw machine`. */
  name: string;
  /** Without a slash at the end: `http://127.0.0.1:3001/draw-machine`. */
  address: string;
  /** Public key, Ed25519; asked for each time, since the party may come after the product. */
  trustAnchor: () => KeyObject;
  timeoutMs?: number;
  fail: (kind: SignedFault, message: string) => never;
};

/** Posts JSON and answers what came back, checked. */
export async function askSigned(party: SignedParty, path: string, body: unknown): Promise<SignedProtocol> {
  const { name, address, timeoutMs = 10_000, fail } = party;
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => fail('unreachable', `${name} does not answer: ${String(error)}`));
  const text = await response.text().catch(() => '');
  if (response.status >= 500) fail('unreachable', `${name} answers ${response.status}`);
  if (!response.ok) fail('untrusted', `${name} refuses (${response.status}): ${text}`);
  const answer = signedSchema.safeParse(parseJson(text));
  if (answer.success) return answer.data;
  // Cut off on the way, most likely: nothing that could be believed or not.
  return fail('unreachable', `the answer of ${name} cannot be read`);
}

/** The protocol as JSON, once its signature is right. */
export function readSigned({ protocol, signature }: SignedProtocol, party: SignedParty): unknown {
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify(null, Buffer.from(protocol), anchorOf(party), bytes))
    party.fail('untrusted', `the protocol is not signed by ${party.name}`);
  return parseJson(protocol);
}

function anchorOf({ name, trustAnchor, fail }: SignedParty): KeyObject {
  try {
    return trustAnchor();
  } catch (error) {
    return fail('unreachable', `the key of ${name} is not there: ${String(error)}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
