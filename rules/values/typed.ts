/** Text that a person typed or pasted, as it was meant. Not for names of people and not for passwords. */

/** All but U+202E, which reverses the text after it: removing it would change the text that was seen. */
const invisible = /(?!\u202e)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const dash = /[\p{Pd}\u2043\u2212]/gu;
const fullWidth = /[\uff01-\uff5e]/g;
const fullWidthOffset = 0xfee0;

/**
 * Without format marks, every kind of space as a space, every dash as `-`, full-width letters and digits in
 * the common width, accents composed, trimmed.
 */
export function readTyped(text: string): string {
  const normalised = withoutMarks(text.normalize('NFC'))
    .replace(/\p{Zs}/gu, ' ')
    .replace(dash, '-')
    .replace(fullWidth, (letter) => String.fromCharCode(letter.charCodeAt(0) - fullWidthOffset));
  return trimSpaces(normalised);
}

/** As long as a person sees it. */
export function withoutMarks(text: string): string {
  return text.replace(invisible, '');
}

/** Control characters stay at the ends too: they are refused. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}

/** For numbers that are written in groups: a code, a card number. The groups fall away, nothing else. */
export function readGrouped(text: string): string {
  return readTyped(text).replace(/[ -]/g, '');
}
