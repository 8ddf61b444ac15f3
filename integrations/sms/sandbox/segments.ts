/**
 * How many parts a text takes on the air (3GPP TS 23.038): 160 and 153 septets, or 70 and 67 UTF-16 units.
 */

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
  '¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes two septets. */
const extended = '^{}\\[~]|€\f';

export function segmentsOf(text: string): number {
  const letters = [...text];
  if (!letters.every((letter) => basic.includes(letter) || extended.includes(letter))) {
    return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  const septets = letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0);
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}
