/** Letters as people type them who lack ours, for searching and for addresses, on both sides. */

const letters: Readonly<Record<string, string>> = { ð: 'd', þ: 'th', æ: 'ae', ø: 'o' };

/** Lower case without marks; ð is d, þ th, æ ae, ø o: `Íþróttafélagið Þór` → `ithrottafelagid thor`. */
export function foldLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ðþæø]/g, (letter) => letters[letter] ?? letter);
}
