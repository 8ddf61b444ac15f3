/** What an operator signs: one command, whole, for a few minutes and for one use. */
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { refuse } from '#server/platform/refusal.ts';
import { signed } from '#server/platform/signatures.ts';
import { isRole, type Role } from './roles.ts';

/** As it is signed and recorded. */
export type CommandText = {
  /** `draw enter`. */
  words: string;
  /** The role that its operator needs. */
  role: Role;
  args: readonly string[];
  /** Without what says who signs, why, and how to answer. */
  options: Readonly<Record<string, string | boolean>>;
  reason: string | null;
  actor: string;
};

/** Travels from the machine with the key to the one with the database. */
export type SignedCommand = {
  text: string;
  /** Base64. */
  signature: string;
};

export type ReadText = CommandText & {
  /** When it was signed, by the real clock of the machine with the key. */
  at: Date;
  nonce: string;
};

const firstLine = 'operator command 1';

export function signCommand(command: CommandText, privateKey: string, now: Date): SignedCommand {
  const { words, role, args, options, reason, actor } = command;
  const text = [
    firstLine,
    words,
    role,
    JSON.stringify({ args, options }),
    JSON.stringify(reason),
    JSON.stringify(actor),
    now.toISOString(),
    randomBytes(16).toString('base64url'),
  ].join('\n');
  return { text, signature: signed(text, privateKey).signature.toString('base64') };
}

export function readText(text: string): ReadText {
  const message = 'This is no signed command.';
  return parseText(text) ?? refuse('EC_INVALID_INPUT', { details: { message } });
}

/** Null: not written by `signCommand`. */
export function parseText(text: string): ReadText | null {
  const [first, words, role = '', given, reason, actor, at, nonce, ...more] = text.split('\n');
  const isWhole =
    first === firstLine && isRole(role) && nonce !== undefined && nonce !== '' && more.length === 0;
  if (isWhole) {
    try {
      const { args, options } = JSON.parse(given ?? '') as Pick<CommandText, 'args' | 'options'>;
      const read = { args, options, reason: JSON.parse(reason ?? ''), actor: JSON.parse(actor ?? '') };
      if (isCommand(read)) return { ...read, words: words ?? '', role, at: new Date(at ?? ''), nonce };
    } catch {
      return null;
    }
  }
  return null;
}

function isCommand({ args, options, reason, actor }: Omit<CommandText, 'words' | 'role'>): boolean {
  return (
    Array.isArray(args) &&
    args.every((each) => typeof each === 'string') &&
    typeof options === 'object' &&
    options !== null &&
    Object.values(options).every((value) => typeof value === 'string' || value === true) &&
    (reason === null || typeof reason === 'string') &&
    typeof actor === 'string'
  );
}

/** @param publicKey SPKI, DER */
export function isSignedBy(text: string, signature: Buffer, publicKey: Buffer): boolean {
  try {
    const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false; // Something else than a key was written to the register.
  }
}
