import { readTyped } from './typed.ts';

/** What an address may be long at all (RFC 5321), and its part before the at sign. */
const lengthMax = 254;
const localLengthMax = 64;

const local = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Icelandic letters may stand in a domain. */
const label = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u;

/** Trimmed, in small letters and one spelling of accents; null when it is no address. */
export function parseEmail(text: string): string | null {
  const email = readTyped(text).toLowerCase();
  const at = email.lastIndexOf('@');
  if (email.length > lengthMax || at < 1 || at > localLengthMax) return null;
  const labels = email.slice(at + 1).split('.');
  const isDomain =
    labels.length > 1 && labels.every((each) => label.test(each)) && !/^\d*$|^.$/u.test(labels.at(-1) ?? '');
  return isDomain && local.test(email.slice(0, at)) ? email : null;
}
