/**
 * What editors wrote, for every page and call: asked of the content service, checked once, kept in memory,
 * and shown from the last good copy or the built-in minimum when the service is away (docs/decisions/018).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type ContentLocale, contentLocales, type FeatureFlag } from '#contract/content.ts';
import { type ContentKey, contentKeys } from '#contract/content-calls.ts';
import type { ContentService } from '#integrations/content-service/face.ts';
import type { Db } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { refuse } from '#server/platform/refusal.ts';
import { ask } from './ask.ts';
import { builtIn } from './built-in.ts';
import { type CacheLimits, type Copy, contentLimits, createCache } from './cache.ts';
import { createFailureLog, isAway } from './failures.ts';
import { type Question, readCopy, writeCopy } from './last-good.ts';
import { type ContentAnswer, readAnswer } from './read-answer.ts';

export type ContentParts = {
  service: ContentService;
  db: Db;
  pool: pg.Pool;
  log: Log;
  /** Drafts are shown, and never kept for later. */
  includeDrafts: boolean;
  monotonicMs: () => number;
  /** Told when something is forgotten: what was made of it is old. */
  changed?: () => void;
  limits?: CacheLimits;
};

/** NOTIFY of this channel says what every node forgets. */
export const contentChannel = 'content_changed';
type Change = { node: string; key: ContentKey; postfix?: string | undefined };

/** What else shows a record: teasers, lists, the search. */
const shownIn: Partial<Record<ContentKey, readonly ContentKey[]>> = {
  'general-page': ['slugs', 'front-page'],
  'news-item': ['slugs', 'news', 'front-page'],
  news: ['slugs'],
};

const idOf = ({ key, locale, postfix }: Question) => `${locale} ${key} ${postfix}`;
const frame = contentLocales.flatMap((locale) =>
  (Object.keys(builtIn) as ContentKey[]).map((key): Question => ({ key, locale, postfix: '' })),
);
/** How soon a service that was away is noticed when no page is read. */
const watchMs = 1_000;
const pagesAskedFor = 500;
const flags: Question = { key: 'game-configs', locale: 'is', postfix: '' };
const flagsId = idOf(flags);

export function createContent(parts: ContentParts) {
  const { load, copyOf, minimumOf } = sources(parts);
  const fallback = async (question: Question) => (await copyOf(question)) ?? minimumOf(question);
  const { log, monotonicMs, limits = contentLimits } = parts;
  const failed = createFailureLog(log, monotonicMs);
  const cache = createCache<Question>({ load, fallback, isAway, failed, monotonicMs, limits });
  const { invalidate, onNotify } = createInvalidation(parts, cache);

  /**
   * Null when there is no such record. Refuses with EC_INVALID_OUTPUT what only the content service knows
   * while it is away.
   */
  async function read<Key extends ContentKey>(
    key: Key,
    locale: ContentLocale,
    postfix = '',
  ): Promise<ContentAnswer<Key>> {
    const question = { key, locale, postfix };
    const answered = await cache.read(idOf(question), question);
    return (answered ?? refuse('EC_INVALID_OUTPUT')).value as ContentAnswer<Key>;
  }

  /** Whether a game or service is switched on. Unknown flags count as on. Answers at once from the cache. */
  function isOn(flag: FeatureFlag): boolean {
    const known = cache.peek(flagsId, flags)?.value as ContentAnswer<'game-configs'> | undefined;
    return known?.featureFlags.find(({ key }) => key === flag)?.enabled ?? true;
  }

  /**
   * Gets the frame of every page before anybody asks for it, and asks on when nobody does. `withinMs`: how
   * long a service that starts beside us is waited for; 0 where none is set up.
   */
  async function start(withinMs = 6_000): Promise<void> {
    await warm(cache, copyOf, monotonicMs, withinMs);
    watch = setInterval(() => {
      cache.peek(flagsId, flags);
      askForNextPage(cache);
    }, watchMs).unref();
  }
  let watch: NodeJS.Timeout | undefined;
  const stop = () => clearInterval(watch);

  return { read, invalidate, onNotify, isOn, start, stop };
}

export type Content = ReturnType<typeof createContent>;

type Cache = ReturnType<typeof createCache<Question>>;

/** A change of content reaches every node: this one at once, the others by a notification. */
function createInvalidation({ pool, changed }: ContentParts, cache: Cache) {
  const node = randomUUID();

  /** On this node; what belongs to the frame of pages is asked for at once. */
  function forget(key: ContentKey, postfix?: string): void {
    const also = shownIn[key] ?? [];
    const isOld = (asked: Question) =>
      also.includes(asked.key) || (asked.key === key && isMeant(asked, postfix));
    cache.invalidate(isOld);
    for (const question of frame.filter(isOld)) cache.peek(idOf(question), question);
    changed?.();
  }

  /** Every node forgets; an unknown key is refused. `postfix`: a language, a slug or a category. */
  async function invalidate(key: string, postfix?: string): Promise<void> {
    const known = contentKeys.find((each) => each === key) ?? refuse('EC_NO_DATA_FOUND');
    forget(known, postfix);
    const change: Change = { node, key: known, postfix };
    await pool.query('SELECT pg_notify($1, $2)', [contentChannel, JSON.stringify(change)]);
  }

  /** @param payload of a notification; null: some may have been missed */
  function onNotify(payload: string | null): void {
    if (payload === null) {
      for (const key of contentKeys) forget(key);
      return;
    }
    const change = JSON.parse(payload) as Change;
    if (change.node !== node) forget(change.key, change.postfix);
  }

  return { invalidate, onNotify };
}

/** Waits for a service that starts beside us only when there are no copies to show. */
async function warm(
  cache: Cache,
  copyOf: (question: Question) => Promise<Copy | null>,
  monotonicMs: () => number,
  withinMs: number,
): Promise<void> {
  const until = monotonicMs() + withinMs;
  const copies = await Promise.all(frame.map(copyOf));
  for (const [index, question] of frame.entries()) {
    const copy = copies[index];
    if (copy) cache.keep(idOf(question), question, copy);
  }
  const showsCopies = copies.some((copy) => copy !== null);
  do {
    await Promise.all(frame.map((question) => cache.read(idOf(question), question)));
    if (showsCopies || !cache.isAway()) return;
    await sleep(100);
  } while (monotonicMs() < until);
}

/** One page that nobody read yet, so that in a while all have their copy. */
function askForNextPage(cache: Cache): void {
  for (const locale of contentLocales) {
    const list: Question = { key: 'slugs', locale, postfix: '' };
    const listed = (cache.peek(idOf(list), list)?.value ?? []) as ContentAnswer<'slugs'>;
    for (const { slug, type } of listed.slice(0, pagesAskedFor)) {
      const page: Question = { key: type === 'page' ? 'general-page' : 'news-item', locale, postfix: slug };
      if (cache.knows(idOf(page))) continue;
      cache.peek(idOf(page), page);
      return;
    }
  }
}

function isMeant({ locale, postfix }: Question, meant: string | undefined): boolean {
  if (meant === undefined) return true;
  return [locale, postfix, `${locale}/${postfix}`].includes(meant) || postfix.startsWith(`${meant}/`);
}

/** Where answers come from, best first: the service, its last good copy, the built-in minimum. */
function sources({ service, db, pool, log, includeDrafts }: ContentParts) {
  function parsed(question: Question, sent: unknown): unknown {
    const { value, leftOut } = readAnswer(question.key, sent);
    if (leftOut.length > 0)
      log.warn({ ...question, leftOut: leftOut.slice(0, 20) }, 'broken content left out');
    return value;
  }

  return {
    async load(question: Question, knownText: string | null): Promise<Copy | null> {
      const sent = await ask(service, question);
      const text = JSON.stringify(sent);
      if (text === knownText) return null;
      const value = parsed(question, sent);
      if (!includeDrafts) {
        const written = writeCopy(pool, question, value === null ? null : text);
        written.catch((error: unknown) => log.warn({ err: error }, 'content copy not written'));
      }
      return { value, text };
    },
    async copyOf(question: Question): Promise<Copy | null> {
      if (includeDrafts) return null;
      try {
        const text = await readCopy(db, question);
        return text === null ? null : { value: parsed(question, JSON.parse(text)), text };
      } catch (error) {
        log.warn({ err: error, ...question }, 'content copy not read');
        return null;
      }
    },
    minimumOf({ key, locale, postfix }: Question): Copy | null {
      const minimum = (builtIn as Partial<Record<ContentKey, (locale: ContentLocale) => unknown>>)[key];
      return minimum && postfix === '' ? { value: minimum(locale), text: null } : null;
    },
  };
}
