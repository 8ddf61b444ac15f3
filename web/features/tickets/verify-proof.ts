/**
 * Is a coupon's line in the sealed book? Hashes as in RFC 6962, with the owner's part of the line hidden
 * behind a salted hash: SHA-256(0x00 ‖ SHA-256(salt ‖ owner's part) ‖ what was played), SHA-256(0x01 ‖ left ‖
 * right). Runs in the browser of the player and on the server.
 */
import type { ApiAnswer } from '#contract/api.ts';
import { sha256 } from '#web/ui/sha256.ts';

export type Proof = ApiAnswer<'lotto.proof'>;

/** True when line, salt and path lead to the root, and that is the root that was published. */
export async function proofHolds(proof: Proof, publishedRoot: string): Promise<boolean> {
  let hash = await leafBytes(proof);
  for (const step of proof.path) {
    const other = fromHex(step.hash);
    hash = await sha256(
      step.side === 'left' ? joined(Uint8Array.of(1), other, hash) : joined(Uint8Array.of(1), hash, other),
    );
  }
  return toHex(hash) === proof.root && proof.root === publishedRoot;
}

/** The hash of the line itself: what the ticket's own pattern is knitted from. */
export async function leafHash(proof: Proof): Promise<string> {
  return toHex(await leafBytes(proof));
}

/**
 * The line of the book, counted from 1, from which the path leads to the root of a tree over `lines` lines.
 * Null where no such path is in the tree.
 */
export function lineInBook(path: Proof['path'], lines: number): number | null {
  let [line, width] = [1, lines];
  for (const { side } of path.toReversed()) {
    if (width < 2) return null;
    const left = 2 ** (Math.ceil(Math.log2(width)) - 1);
    if (side === 'left') line += left;
    width = side === 'left' ? width - left : left;
  }
  return width === 1 ? line : null;
}

async function leafBytes({ leaf, salt }: Proof): Promise<Uint8Array<ArrayBuffer>> {
  const [owner = '', played = ''] = leaf.split(/ (?=rows=)/);
  const hidden = await sha256(joined(fromHex(salt), new TextEncoder().encode(owner)));
  return sha256(joined(Uint8Array.of(0), hidden, new TextEncoder().encode(played)));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
