/**
 * Dates, times and pots in words, the same on both sides: browsers lack Icelandic data. Instants are ISO 8601
 * in UTC, which is also local time in Iceland all year.
 */
import { type Locale, pluralOf } from './evaluate.ts';
import { groupDigits } from './number.ts';
import type { TextKey } from './text-key.ts';

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const weekdayNames = ['7', '1', '2', '3', '4', '5', '6'] as const;
type Weekday = (typeof weekdayNames)[number];
type Month = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12';

function partsOf(instant: string): { day: number; month: Month; year: number; weekday: Weekday } {
  const date = new Date(instant);
  return {
    day: date.getUTCDate(),
    month: String(date.getUTCMonth() + 1) as Month,
    year: date.getUTCFullYear(),
    weekday: weekdayNames[date.getUTCDay()] ?? '7',
  };
}

/** `18:40` */
export function time(instant: string): string {
  return instant.slice(11, 16);
}

/** `18:40:04` */
export function timeWithSeconds(instant: string): string {
  return instant.slice(11, 19);
}

/** Days from one instant's date to another's. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);
}

export type Format = ReturnType<typeof createFormat>;

export function createFormat(locale: Locale, t: Translate) {
  const { date, ...otherDates } = longDates(t);
  return {
    date,
    ...otherDates,
    ...shortDates(t),
    dateTime: (instant: string) => t('calendar.dateTime', { date: date(instant), time: time(instant) }),
    month: (instant: string) => t(`calendar.months.${partsOf(instant).month}`),
    dates: (instants: readonly string[]) => datesInWords(t, date, instants),
    pot: (amount: number) => potInWords(locale, amount),
  };
}

function longDates(t: Translate) {
  /** `21. nóvember` */
  const date = (instant: string): string => {
    const { day, month } = partsOf(instant);
    return t('calendar.date', { day, month: t(`calendar.months.${month}`) });
  };
  /** `21. nóvember 2026` */
  const dateYear = (instant: string): string => {
    const { day, month, year } = partsOf(instant);
    return t('calendar.dateYear', { day, month: t(`calendar.months.${month}`), year });
  };
  /** `laugardaginn 21. nóvember`, inside sentences. */
  const onDate = (instant: string): string => {
    const { day, month, weekday } = partsOf(instant);
    const names = { weekday: t(`calendar.weekdaysOn.${weekday}`), month: t(`calendar.months.${month}`) };
    return t('calendar.weekdayDate', { ...names, day });
  };
  /** `laugardagur 21. nóvember`, standing alone. */
  const weekdayDate = (instant: string): string => {
    const { day, month, weekday } = partsOf(instant);
    const names = { weekday: t(`calendar.weekdays.${weekday}`), month: t(`calendar.months.${month}`) };
    return t('calendar.weekdayDate', { ...names, day });
  };
  return { date, dateYear, onDate, weekdayDate };
}

function shortDates(t: Translate) {
  /** `lau. 21. nóv.` */
  const shortDate = (instant: string): string => {
    const { day, month, weekday } = partsOf(instant);
    const names = {
      weekday: t(`calendar.weekdaysShort.${weekday}`),
      month: t(`calendar.monthsShort.${month}`),
    };
    return t('calendar.weekdayDate', { ...names, day });
  };
  const dayMonthShort = (instant: string): string => {
    const { day, month } = partsOf(instant);
    return t('calendar.date', { day, month: t(`calendar.monthsShort.${month}`) });
  };
  /** `21. nóv.`, of another year `21. nóv. 2025`. */
  const dayOfYears = (instant: string, now: string): string => {
    const { day, month, year } = partsOf(instant);
    return year === partsOf(now).year
      ? dayMonthShort(instant)
      : t('calendar.dateYear', { day, month: t(`calendar.monthsShort.${month}`), year });
  };
  /** `í dag`, `á morgun`, otherwise `lau. 21. nóv.` */
  const nearDate = (instant: string, now: string): string => {
    const days = daysBetween(now, instant);
    if (days === 0) return t('calendar.onToday');
    return days === 1 ? t('calendar.onTomorrow') : shortDate(instant);
  };
  /** `í dag kl. 18:40` */
  const nearDateTime = (instant: string, now: string): string =>
    t('calendar.dateTime', { date: nearDate(instant, now), time: time(instant) });
  return { shortDate, dayMonthShort, dayOfYears, nearDate, nearDateTime };
}

/** `19. og 26. september`, `26. september og 3. október`, `19. september til 17. október`. */
function datesInWords(t: Translate, date: (instant: string) => string, instants: readonly string[]): string {
  const [first, ...rest] = instants;
  const last = rest.at(-1);
  if (first === undefined) return '';
  if (last === undefined) return date(first);
  if (rest.length > 1) return t('calendar.fromTo', { from: date(first), to: date(last) });
  const [a, b] = [partsOf(first), partsOf(last)];
  if (a.month !== b.month) return t('calendar.andDates', { first: date(first), second: date(last) });
  return t('calendar.twoDays', { first: a.day, second: b.day, month: t(`calendar.months.${b.month}`) });
}

export type Pot = { figure: string; unit: 'thousand' | 'million' | 'billion'; form: 'one' | 'other' };

/**
 * A first prize in few figures, never rounded up: `129` million, `9,2` million, `5,85` billion; below a
 * million whole. English has the whole sum with as few figures, `5.850.000.000`: there a dot only groups.
 * `form` is the grammatical number, which in Icelandic follows the last figure that is shown.
 */
export function potInWords(locale: Locale, amount: number): Pot {
  if (amount < 1_000_000) return { figure: groupDigits(amount), unit: 'thousand', form: 'other' };
  const [unit, size] =
    amount < 1_000_000_000 ? (['million', 1_000_000] as const) : (['billion', 1e9] as const);
  const places = unit === 'billion' ? 2 : amount < 100_000_000 ? 1 : 0;
  const scale = 10 ** places;
  const scaled = Math.floor((amount * scale) / size);
  if (locale === 'en') {
    return { figure: groupDigits((scaled * size) / scale), unit: 'thousand', form: 'other' };
  }
  const whole = Math.floor(scaled / scale);
  const decimals =
    scaled % scale === 0
      ? ''
      : String(scaled % scale)
          .padStart(places, '0')
          .replace(/0+$/, '');
  const shown = decimals === '' ? whole : Number(decimals);
  const figure = decimals === '' ? groupDigits(whole) : `${whole},${decimals}`;
  return { figure, unit, form: pluralOf(locale, shown) };
}

/** The first eight characters of a ticket's number in two groups: enough to tell one's own tickets apart. */
export function ticketName(ticketId: string): string {
  return `${ticketId.slice(0, 4)}-${ticketId.slice(4, 8)}`.toUpperCase();
}

/** A whole ticket number in groups of four, upper case, for reading aloud and comparing. */
export function ticketNumber(ticketId: string): string {
  return (ticketId.toUpperCase().match(/.{1,4}/g) ?? []).join('-');
}
