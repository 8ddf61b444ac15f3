/** Lower case without marks, ð as d, þ as th, æ as ae: for searching and for addresses (ux.md §9). */
export function foldLetters(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ðþæ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

const letters: Readonly<Record<string, string>> = { ð: 'd', þ: 'th', æ: 'ae' };
