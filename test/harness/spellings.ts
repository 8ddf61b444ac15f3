/** One person's name as it can be typed to look like two; for every act that two persons do. */
export function spellingsOf(name: string): string[] {
  const [first = '', ...rest] = name;
  const fullWidth = String.fromCodePoint((first.codePointAt(0) ?? 0) + 0xfee0) + rest.join('');
  const marked = [`${first}\u200b${rest.join('')}`, `\u202a${name}\u202c`, `${name}\ufe0f\u3164`];
  return [name, name.toUpperCase(), `${name} `, `\u00a0${name}`, `${name}\t`, fullWidth, ...marked];
}

export const oneName = 'Jón Þór Straß';

export const otherSpellings: readonly (readonly [what: string, name: string])[] = [
  ['the same', oneName],
  ['lower case', oneName.toLowerCase()],
  ['upper case, where ß is SS', oneName.toUpperCase()],
  ['a capital ß', 'JÓN ÞÓR STRAẞ'],
  ['a blank behind', `${oneName} `],
  ['blanks of other widths', oneName.replaceAll(' ', '\u00a0\u2009')],
  ['no blanks', oneName.replaceAll(' ', '')],
  ['decomposed', oneName.normalize('NFD')],
  ['zero width', `J\u200bón\u2060 Þór\ufeff Stra\u00adß`],
  ['full width', oneName.replaceAll('J', 'Ｊ').replaceAll('S', 'Ｓ')],
  ['direction marks', `\u202a${oneName}\u202c`],
  ['a variation selector and a Hangul filler', `J\ufe0fón\u3164 Þór Straß`],
];
