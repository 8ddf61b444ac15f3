/** Messages in words: the texts of `content/texts/*.json` under `messages`, filled in one language. */
import en from '#content/texts/en.json' with { type: 'json' };
import is from '#content/texts/is.json' with { type: 'json' };
import type { Words } from '#contract/described.ts';
import { compile } from '#texts/compile.ts';
import { type EndKey, endInWords, endOf } from '#texts/ends.ts';
import { evaluate, type Locale, type Message } from '#texts/evaluate.ts';
import { createFormat, type Format, ticketName, time } from '#texts/format.ts';
import { decimal, money, noBreakSpace } from '#texts/number.ts';
import { jokerTierName, tierName } from '#texts/prize-name.ts';
import { requireText } from '#texts/text-at.ts';
import { pageAddress } from './page-address.ts';
import type { Unsubscription } from './unsubscribe.ts';

export type LetterKind = keyof typeof is.messages.email;
export type TextKind = keyof typeof is.messages.sms;

/**
 * What a text asks for, by name. `date`, `claimDate`, `chargeDate`, `purchaseDate`, `wasDate`, `lastDate`,
 * `time`, `wasTime`, `closeTime`, `month`: ISO 8601 instants, `dates` a list of them; `payDate` a day, `none`
 * where it is left out; `amount`, `balance`, `total`, `stake`, `average`, `oldLimit`, `newLimit`, `spent`,
 * `won`, `net`: whole krónur where they are numbers; `share` hundredths of a percent; `url`, `limitsUrl`:
 * paths of the product, made absolute;
 * `tier`, `sideTier`: conditions of prizes; `ticketId` as shown outside; `held` is `round` where the draws of
 * a game are rounds of matches; `game` an id, which is also asked for as `gameIn`; a game that the catalogue
 * does not name brings both in words.
 * A list of values is its own text, which stands beside `subject` and `body` under the same name, once for
 * each of them, `rows` on lines below each other. Words are shown in the language of the letter, everything
 * else as it is.
 */
export type Values = {
  readonly [name: string]: string | number | Words | readonly string[] | readonly Values[];
};

export type Frame = {
  locale: Locale;
  /** Without a slash at the end. */
  siteUrl: string;
  /** Of a letter that can be declined: where that is done without signing in. */
  unsubscribeUrl?: string | undefined;
  /** First name, for the greeting. */
  name?: string | null | undefined;
};

/** Messages that somebody else may have caused. */
const warned: readonly LetterKind[] = [
  ...([
    'passwordChanged',
    'newDevice',
    'contactChanged',
    'bankAccountChanged',
    'limitChanged',
    'limitsChanged',
    'cardAdded',
    'cardRemoved',
    'claimReceived',
    'claimAccountChanged',
  ] as const),
];

/** Letters that their reader may decline, by the choice in the account; all others are owed. */
const declinable: Partial<Record<LetterKind, Unsubscription['choice']>> = {
  win: 'drawLetters',
  noWin: 'drawLetters',
  raffleWin: 'drawLetters',
  drawReminder: 'drawReminders',
};

const endOfCharge: Readonly<Record<string, EndKey>> = {
  EC_CC_ERROR: 'ends.subscriptionCharge.unanswered',
  EC_CREDITCARD_MISSING: 'ends.subscriptionCharge.noCard',
  EC_BALANCE_TOO_LOW: 'ends.subscriptionCharge.balanceTooLow',
  EC_DEPOSIT_LIMIT: 'ends.subscriptionCharge.depositLimit',
  EC_PLAYER_SALES_LIMIT: 'ends.subscriptionCharge.purchaseLimit',
};

/**
 * The catalogue key of the sentences that replace `{end}` in the body of a letter. For some letters it
 * depends on the values.
 */
const ends: Partial<Record<LetterKind, (values: Values) => EndKey>> = {
  subscriptionDeclined: ({ reason }) => endOfCharge[String(reason)] ?? 'ends.subscriptionCharge.declined',
  subscriptionLimit: ({ reason }) => endOfCharge[String(reason)] ?? 'ends.subscriptionCharge.purchaseLimit',
  subscriptionCertificate: () => 'ends.subscriptionCharge.certificate',
  subscriptionPaused: () => 'ends.subscription.paused',
  subscriptionTerminated: ({ reason }) =>
    reason === 'paymentFailed' || reason === 'accountClosed' || reason === 'rulesChanged'
      ? `ends.subscription.${reason}`
      : 'ends.subscription.operator',
  subscriptionCancelled: ({ reason, hasCharge, hasDraw }) => {
    if (reason === 'immediate') return 'ends.subscription.cancelledNow';
    if (hasCharge === 'yes') return 'ends.subscription.cancelledDue';
    return hasDraw === 'yes' ? 'ends.subscription.cancelledPaid' : 'ends.subscription.cancelledOver';
  },
  withdrawalRejected: () => 'ends.withdrawal.rejected',
  claimReceived: () => 'ends.claim.claimed',
  claimPaid: ({ reason }) => (reason === 'debt' ? 'ends.claim.paidLess' : 'ends.claim.paid'),
  claimRefused: () => 'ends.claim.refused',
  chargeback: () => 'ends.cardDeposit.chargedBack',
  lockout: () => 'ends.break.running',
  accountClosed: () => 'ends.account.closed',
};

export const choiceOf = (kind: LetterKind): Unsubscription['choice'] | undefined => declinable[kind];

/** @returns a letter or a document of plain text; throws when a value is missing */
export function composeLetter(kind: LetterKind, values: Values, frame: Frame) {
  const { subject, text: body } = composeNotice(kind, values, frame);
  const say = sayer(frame.locale);
  const { name, siteUrl, unsubscribeUrl } = frame;
  const responsibleUrl = siteUrl + pageAddress(frame.locale, '/abyrg-spilun');
  const choice = choiceOf(kind);
  const contactUrl = siteUrl + pageAddress(frame.locale, '/hafa-samband');
  const detailsUrl = siteUrl + pageAddress(frame.locale, '/minar-sidur/upplysingar');
  const parts = [
    name ? say('messages.common.greeting', { name }) : '',
    body,
    warned.includes(kind) ? say('messages.common.notYou', { url: contactUrl }) : '',
    choice ? say(`messages.common.decline.${choice}`, { url: unsubscribeUrl ?? detailsUrl }) : '',
    say('messages.common.signature'),
    `${say('messages.common.neverAsk')}\n${say('messages.common.footer', { responsibleUrl })}`,
  ];
  return { subject, text: parts.filter(Boolean).join('\n\n') };
}

/** Title and body alone. */
export function composeNotice(kind: LetterKind, values: Values, { locale, siteUrl }: Frame) {
  const say = sayer(locale);
  const filled = fill(values, locale, siteUrl, `messages.email.${kind}`);
  const end = ends[kind]?.(values) ?? null;
  const said =
    end === null
      ? filled
      : { ...filled, end: endInWords(endOf(say, end, endValues(kind, values, filled, say))) };
  return {
    subject: say(`messages.email.${kind}.subject`, said),
    text: say(`messages.email.${kind}.body`, said),
  };
}

/** The values under the names that the sentences of an end use. */
function endValues(kind: LetterKind, values: Values, filled: Filled, say: Say): Filled {
  const { date = '', time: at = '', chargeDate = '', dates = '', lastDate = date } = filled;
  if (kind === 'lockout') return { ...filled, date: say('calendar.dateTime', { date, time: at }) };
  if (kind === 'accountClosed') return { ...filled, hasBalance: values['amount'] === 0 ? 'no' : 'yes' };
  return kind === 'subscriptionCancelled' ? { ...filled, date: chargeDate, draws: dates, lastDate } : filled;
}

type Say = ReturnType<typeof sayer>;

/** A space that does not break is not in the alphabet of text messages. */
export function composeText(kind: TextKind, values: Values, { locale, siteUrl }: Frame): string {
  const text = sayer(locale)(`messages.sms.${kind}`, fill(values, locale, siteUrl, `messages.sms.${kind}`));
  return text.replaceAll(noBreakSpace, ' ');
}

const sums = new Set([
  'amount',
  'stake',
  'average',
  'balance',
  'total',
  'oldLimit',
  'newLimit',
  'spent',
  'won',
  'net',
]);
const places = new Set(['url', 'limitsUrl']);

type Filled = Readonly<Record<string, string | number>>;

/** @param at key of the texts of this kind of message */
function fill(values: Values, locale: Locale, siteUrl: string, at: string): Filled {
  const say = sayer(locale);
  const { dateYear, dates, month } = createFormat(locale, say);
  const instants: Record<string, Format['dateYear']> = {
    date: dateYear,
    claimDate: dateYear,
    chargeDate: dateYear,
    payDate: dateYear,
    purchaseDate: dateYear,
    wasDate: dateYear,
    lastDate: dateYear,
    time,
    wasTime: time,
    closeTime: time,
    month,
    ticketId: ticketName,
    tier: (condition) => tierName(say, condition),
    sideTier: (condition) => jokerTierName(say, condition),
  };
  const shown = (name: string, value: Values[string]): string | number => {
    if (name === 'share') return `${decimal(locale, Number(value) / 100)}%`;
    if (typeof value === 'number') return sums.has(name) ? money(value) : value;
    if (typeof value === 'string')
      return places.has(name) ? siteUrl + value : (instants[name]?.(value) ?? value);
    if (isWords(value)) return value[locale];
    if (name === 'dates') return dates(value.map(String));
    const parts = value.map((each) => say(`${at}.${name}`, fill(each as Values, locale, siteUrl, at)));
    return parts.join(name === 'rows' ? '\n' : '\n\n');
  };
  const filled = Object.entries(values).map(([name, value]) => [name, shown(name, value)]);
  const { game } = values;
  const all = { ...absent, ...Object.fromEntries(filled) };
  if (typeof game !== 'string') return all;
  const names = { game: say(`games.${game}.name`), gameIn: say(`games.${game}.nameIn`) };
  return { ...all, ...names };
}

/** What a text asks for, where it was left out. */
const absent = {
  ...{ payDate: 'none', drawnName: 'none', held: 'draw', stake: 'none', average: 'none' },
  ...{ rows: 'none', row: 'none', tier: 'none', sideTier: 'none' },
};

const isWords = (value: Words | readonly unknown[]): value is Words => !Array.isArray(value);

const texts = { is, en };
const compiled = new Map<string, Message>();

/** What the catalogue says in a language. */
export function sayer(locale: Locale): (key: string, values?: Filled) => string {
  return (key, values = {}) => {
    const id = `${locale} ${key}`;
    const known = compiled.get(id) ?? compile(requireText(texts[locale], key));
    compiled.set(id, known);
    return evaluate(locale, known, values);
  };
}
