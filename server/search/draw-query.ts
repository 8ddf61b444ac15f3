/**
 * What a query says of a draw: a date as people write it in Icelandic or English, a week, or the number of a
 * draw. Null when it says anything else.
 */
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import { foldLetters } from '#rules/values/fold.ts';
import { readTyped } from '#rules/values/typed.ts';

export type DrawQuery =
  | { month: number; day: number; year: number | null }
  | { week: number; year: number | null }
  | { number: number };

const namesOf = (names: Readonly<Record<string, string>>) => Object.values(names).map(foldLetters);
const months = [namesOf(is.calendar.months), namesOf(en.calendar.months)];
const weekdays = [is, en].flatMap(({ calendar }) => namesOf(calendar.weekdays));
/** Words that lead to results anyway. */
const fillers = new Set(
  ['úrslit', 'results', 'result', 'þann', 'hinn', 'the', 'of', 'on', 'in', 'í', 'á'].map(foldLetters),
);
const weekWords = ['vika', 'viku', 'vikan', 'week'];
const numberWords = new Set(
  ['útdráttur', 'útdrætti', 'útdráttar', 'útdrátt', 'dráttur', 'draw', 'númer', 'number', 'nr', 'no'].map(
    foldLetters,
  ),
);

export function drawQueryOf(query: string): DrawQuery | null {
  const folded = foldLetters(readTyped(query));
  const spelled = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(folded);
  if (spelled) return dateOf(Number(spelled[3]), Number(spelled[2]), Number(spelled[1]));
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !fillers.has(word));
  const telling = words.filter((word) => !isWeekday(word));
  return dateIn(telling) ?? weekIn(words) ?? numberIn(words);
}

/** `21. nóvember 2026`, `November 21`, `21.11.2026`, `21.11.26`, `21.11.` */
function dateIn(words: readonly string[]): DrawQuery | null {
  if (words.length < 2 || words.length > 3) return null;
  const named = words.map(monthOf);
  const at = named.findIndex((month) => month !== null);
  const rest = words.filter((_, place) => place !== at).map(dayOrYear);
  const month = at < 0 ? rest.splice(1, 1)[0] : named[at];
  const [day, year = null] = rest;
  if (day == null || month == null || rest.includes(Number.NaN)) return null;
  return dateOf(day, month, year !== null && year < 100 ? 2000 + year : year);
}

/** `47. vika`, `vika 47 2026` */
function weekIn(words: readonly string[]): DrawQuery | null {
  const numbers = words.filter((word) => !weekWords.includes(word)).map(dayOrYear);
  const [week, year = null] = numbers;
  if (numbers.length === words.length || numbers.length > 2 || week === undefined) return null;
  const isWeek = week >= 1 && week <= 53 && (year === null || year >= 1000);
  return isWeek ? { week, year } : null;
}

/** `2087`, `útdráttur 2087`, `draw no. 2087` */
function numberIn(words: readonly string[]): DrawQuery | null {
  const [number, ...more] = words.filter((word) => !numberWords.has(word));
  if (number === undefined || more.length > 0 || !/^\d{1,6}$/.test(number)) return null;
  return { number: Number(number) };
}

function dateOf(day: number, month: number, year: number | null): DrawQuery | null {
  const isDate = day >= 1 && day <= 31 && month >= 1 && month <= 12;
  if (!isDate || (year !== null && year < 1000)) return null;
  return { month, day, year };
}

/** A month by its name or at least three letters of it. */
function monthOf(word: string): number | null {
  if (word.length < 3) return null;
  for (const names of months) {
    const at = names.findIndex((name) => name.startsWith(word));
    if (at >= 0) return at + 1;
  }
  return null;
}

/** `lau`, `laugardagur`, `laugardaginn`, `Saturday`. */
function isWeekday(word: string): boolean {
  const start = word.length > 4 ? word.slice(0, 5) : word;
  return word.length >= 3 && weekdays.some((name) => name.startsWith(start));
}

/** `21`, `21st`, `2026`; not a number for anything else. */
function dayOrYear(word: string): number {
  return /^\d{1,4}(?:st|nd|rd|th)?$/.test(word) ? Number.parseInt(word, 10) : Number.NaN;
}
