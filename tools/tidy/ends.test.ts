/** The table of ends: what may be said of the money, and that every state has its sentences. */
import { describe, expect, test } from 'vitest';
import { subscriptionStatuses, terminationReasons } from '#contract/subscriptions.ts';
import { aurEnds } from '#rules/values/aur-ends.ts';
import { readTree } from '#tools/source/tree.ts';
import { moves } from '#web/shared/purchase/moves.ts';
import { checkEnds, type EndRow, moneyWords, parts, rowsOf, saysNothingTaken, textsOf } from './ends.ts';

const tree = readTree();
const rows = rowsOf(tree);
const told = [...rows].flatMap(([end, row]) => ('money' in row ? [{ end, ...row }] : []));
const catalogues = ['is', 'en'].map((locale) => ({
  locale,
  texts: textsOf(tree, `content/texts/${locale}.json`),
}));

describe.each(catalogues)('in $locale', ({ texts }) => {
  const said = (end: string) => parts.map((part) => texts.get(`ends.${end}.${part}`) ?? '');

  test.each(told)('$end is told in three sentences', ({ end }) => {
    for (const sentence of said(end)) expect(sentence).toMatch(/[.}:]$/);
  });

  test('no two ends share what happened; what a refusal tells differs in what to do', () => {
    const happened = told.map(({ end }) => {
      const [first = '', money = '', now = ''] = said(end);
      return first === '{refusal}' ? `${end.split('.')[0]} ${money} ${now}` : first;
    });
    expect(happened.filter((each, place) => happened.indexOf(each) !== place)).toEqual([]);
  });

  test.each(told.filter(({ money }) => money !== 'untouched'))(
    '$end does not say that nothing was taken: it does not know',
    ({ end }) => {
      for (const sentence of said(end)) expect(sentence).not.toMatch(saysNothingTaken);
    },
  );

  /** After these a purchase or a payment may have gone through. */
  const unknown = ['EC_CC_ERROR', 'EC_INTERNAL_ERROR', 'EC_EXCEPTION', 'UNKNOWN', 'EC_DUPLICATE_VALUE'];
  const refusals = [...texts.keys()].filter((key) => unknown.some((code) => key.endsWith(`.${code}`)));
  test.each(refusals)('%s does not say it either', (key) => {
    expect(texts.get(key)).not.toMatch(saysNothingTaken);
  });
});

test('what is known of the money is one of the words for it', () => {
  for (const { money } of told) expect(moneyWords).toContain(money);
});

const stateOf = (row: EndRow) => row.states;
const states = new Set([...rows.values()].flatMap(stateOf));

/** Machines by their headings in docs/payment-states.md. */
const machines: Record<string, string> = {
  'A new card': 'card',
  'A deposit by card': 'cardDeposit',
  'A deposit by Aur': 'aurDeposit',
  'A withdrawal': 'withdrawal',
  'A charge of the subscription card': 'subscriptionCharge',
};

test('every state of a payment has a row, and every kind of payment is known here', () => {
  const [, ...sections] = (tree.get('docs/payment-states.md') ?? '').split('\n## ');
  expect(sections.length).toBeGreaterThan(0);
  for (const section of sections) {
    const [heading = ''] = section.split('\n');
    const machine = machines[heading];
    expect(machine, heading).toBeDefined();
    for (const [, state] of section.matchAll(/--> (\w+):/g)) expect(states).toContain(`${machine}.${state}`);
  }
});

test('every state of a purchase has a row, but the one in which nothing is under way', () => {
  for (const state of Object.keys(moves)) if (state !== 'idle') expect(states).toContain(`purchase.${state}`);
});

test('every state of a subscription and of a claim has a row, and every reason for an end', () => {
  for (const state of subscriptionStatuses) expect(states).toContain(`subscription.${state}`);
  for (const state of ['pending', 'waiting', 'claimed', 'paid', 'lapsed'])
    expect(states).toContain(`claim.${state}`);
  for (const reason of terminationReasons) expect([...rows.keys()]).toContain(`subscription.${reason}`);
  for (const end of aurEnds) expect([...rows.keys()]).toContain(`aurDeposit.${end}`);
});

const is = 'content/texts/is.json';
const faulty = (
  change: (texts: Record<string, Record<string, unknown>>) => void,
  more: [string, string][] = [],
) => {
  const texts = JSON.parse(tree.get(is) ?? '{}') as Record<string, Record<string, unknown>>;
  change(texts);
  return checkEnds(new Map([...tree, [is, JSON.stringify(texts)], ...more])).map(({ message }) => message);
};

test('the table as it is has no fault', () => {
  expect(checkEnds(tree)).toEqual([]);
});

test('an end that is written elsewhere is found', () => {
  const found = faulty((texts) => Object.assign(texts['home'] ?? {}, { title: 'Ekkert var skuldfært.' }));
  expect(found).toEqual([expect.stringMatching(/^home\.title says how something ended/)]);
});

test('a sentence without a row, and a row without its sentence, are found', () => {
  const added = faulty((texts) => Object.assign(texts['ends'] ?? {}, { pool: { void: { happened: 'Á.' } } }));
  expect(added).toEqual(['ends.pool.void.happened has no row in content/ends']);
  const row = JSON.stringify({ pool: { void: { states: [], money: 'returned' } } });
  expect(faulty(() => {}, [['content/ends/pools.json', row]])).toContain(
    'ends.pool.void.happened is missing',
  );
});

test('a sentence that is read past the table is found', () => {
  const code = "t('ends.card.declined.money')";
  expect(faulty(() => {}, [['web/shared/x.tsx', code]])).toEqual(['take the sentences of an end by endOf']);
});
