/**
 * @param words phrases of the content with `|` between them, whatever signs an editor wrote in them
 * @returns a pattern that splits a sentence around the first of them; null where there is none
 */
export function phrasePattern(words: string): RegExp | null {
  const phrases = words.split('|').map((phrase) => phrase.trim());
  const literal = phrases.filter(Boolean).map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return literal.length === 0 ? null : new RegExp(`(${literal.join('|')})`, 'i');
}
