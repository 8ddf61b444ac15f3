/**
 * Writes the states of draws and payments, from the migrations, and of a purchase in the browser, from its
 * moves: `node tools/run.mjs tools/states.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type EventType, effects, moves, type Step } from '#web/shared/purchase/moves.ts';

const folder = new URL('../db/migrations/', import.meta.url);

/** `from` is empty where one begins. */
type Arrow = { from: string; to: string; means?: string | undefined };
type Transition = Required<Arrow> & { kind: string };

/** The SQL of all migrations, in order. */
function migrations(): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
}

/** Pairs of states, in the order of the migrations. */
export function drawTransitionsIn(sql: string): [string, string][] {
  const inserts = sql.matchAll(/insert into draw_transitions(?:\s*\([^)]*\))?\s*values([^;]*);/gi);
  return [...inserts].flatMap(([, values = '']) =>
    [...values.matchAll(/\(\s*'(\w+)'\s*,\s*'(\w+)'\s*\)/g)].map(
      ([, from = '', to = '']): [string, string] => [from, to],
    ),
  );
}

/** The cause of each transition of a draw. */
const drawCauses: Readonly<Record<string, string>> = {
  'created released': 'the draw before it closes',
  'released results': 'two persons agree',
  'results confirmed': 'in the same transaction',
  'confirmed winsel': 'both engines agree',
  'winsel payout': 'paying begins',
  'payout closed': 'every prize is paid or set aside',
  'closed settled': 'no large prize is open: each is paid or has lapsed',
};

function drawStatesPage(): string {
  const pairs = drawTransitionsIn(migrations());
  const arrows = pairs.map(([from, to]) => ({ from, to, means: drawCauses[`${from} ${to}`] }));
  return [
    '# States of a draw',
    '',
    'Written by `tools/states.ts` from the table `draw_transitions`; a test compares. A move that is not',
    'an arrow cannot be made: a trigger refuses it. Closing the sale is not a state but a recorded',
    'instant (`draws.closed_at`), and so is the seal (table `seals`): both belong to a draw that is still',
    '`released`. Between the two only coupons of subscriptions are written, which were paid before the',
    'close; while one of them is missing, the draw is not sealed.',
    ...diagram([{ from: '', to: pairs[0]?.[0] ?? '' }, ...arrows]),
    '',
    'Outside, a draw has fewer words: what runs between the results and the last payout is the same to',
    'a player.',
    '',
  ].join('\n');
}

/** In the order of the migrations. */
export function paymentTransitionsIn(sql: string): Transition[] {
  const inserts = sql.matchAll(/insert into payment_transitions(?:\s*\([^)]*\))?\s*values([^;]*);/gi);
  return [...inserts].flatMap(([, values = '']) =>
    [...values.matchAll(/\(\s*'(\w+)'\s*,\s*'(\w*)'\s*,\s*'(\w+)'\s*,\s*'([^']*)'\s*\)/g)].map(
      ([, kind = '', from = '', to = '', means = '']) => ({ kind, from, to, means }),
    ),
  );
}

const titles: Readonly<Record<string, string>> = {
  card: 'A new card',
  cardDeposit: 'A deposit by card',
  aurDeposit: 'A deposit by Aur',
  withdrawal: 'A withdrawal',
  subscriptionCharge: 'A charge of the subscription card',
};

function paymentStatesPage(): string {
  const all = paymentTransitionsIn(migrations());
  return [
    '# States of payments',
    '',
    'Written by `tools/states.ts` from the table `payment_transitions`; a test compares. A move that is not',
    'an arrow cannot be made: a trigger refuses it, and writes down every one that is made. What each means',
    'for money and limits stands in [the rules of payments](rules/payments.md).',
    ...Object.entries(titles).flatMap(([kind, title]) => [
      '',
      `## ${title}`,
      ...diagram(all.filter((each) => each.kind === kind)),
    ]),
    '',
  ].join('\n');
}

const steps: Readonly<Record<Step, string>> = {
  idle: 'Nothing is under way. What was sent and not found may still arrive, and then it is told.',
  buying: 'It was sent.',
  slow: 'It was sent, and the player is told that it takes long.',
  looking: 'The answer was lost, and look-ups ask what the key has bought.',
  unknown: 'Nobody can say whether it was bought. The player may ask again.',
  paused: 'Nothing was bought, and a press is not taken yet: it may have been meant for the look-up.',
  nothing: 'Nothing was bought. The next press buys with the same key.',
  refused: 'The server refused it, and the player is told why.',
  done: 'It is bought, and the receipt is shown.',
};

/** What happens in each event of a purchase. */
const events: Readonly<Record<EventType, string>> = {
  review: 'The player opens the review of the slip.',
  renew: 'The slip, the draw or a price changed while the review is open.',
  buy: 'The player presses the priced button.',
  slow: 'There is no answer for three seconds.',
  sold: 'The answer: it is bought.',
  refuse: 'The answer: it is refused. The key is free, unless an earlier request under it may still arrive.',
  lose: 'The answer was lost, or does not tell whether it was bought.',
  found: 'A look-up found what the key has bought.',
  missing: 'Nothing was found fifteen seconds and more after the answer was given up.',
  unreached: 'Look-ups were not answered, or the session is another one.',
  check: 'The player asks again, or the browser is online again.',
  ready: 'A second has passed: a press is not meant for the look-up any more.',
  close: 'The player closes the review or the receipt.',
  resume: 'The page finds a purchase kept in this tab whose answer is owed.',
  watch: 'The page finds a purchase kept in this tab that was looked for and not found.',
  forget: 'Another player is here. What the first one owes stays kept for them.',
};

const causes = {
  keep: 'keep in this tab what a later page has to know',
  send: 'send the purchase',
  look: 'look up what the key has bought',
  pause: 'wait a second',
  watch: 'unless the key is free, look again after 15 and 75 seconds',
  watchAtOnce: 'look now, and after 15 and 75 seconds',
};

function purchaseStatesPage(): string {
  const arrows = Object.entries(moves).flatMap(([from, leads]) =>
    [...Map.groupBy(Object.entries(leads), ([, to]) => to)].map(([to, grouped]) => ({
      ...{ from, to },
      means: grouped.map(([type]) => type).join(', '),
    })),
  );
  return [
    '# States of a purchase in the browser',
    '',
    'Written by `tools/states.ts` from the table in [moves.ts](../web/shared/purchase/moves.ts); a test',
    'compares. A move that is not an arrow changes nothing: late answers and double presses are expected.',
    'Every kind of game buys this way; the server decides whether it sells. Why a lost answer is looked up,',
    'and not sent again by itself: [decision 036](decisions/036-a-lost-answer-is-looked-up.md).',
    ...diagram([{ from: '', to: 'idle', means: 'the page comes' }, ...arrows]),
    '',
    '| State | What it is |',
    '|---|---|',
    ...Object.entries(steps).map(([step, is]) => `| ${step} | ${is} |`),
    '',
    '| Event | What happened | What it causes |',
    '|---|---|---|',
    ...(Object.keys(events) as EventType[]).map(
      (type) =>
        `| ${type} | ${events[type]} | ${(effects[type] ?? []).map((effect) => causes[effect]).join('; ')} |`,
    ),
    '',
  ].join('\n');
}

function diagram(arrows: readonly Arrow[]): string[] {
  const ends = new Set(arrows.map(({ to }) => to).filter((to) => !arrows.some(({ from }) => from === to)));
  return [
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...arrows.map(({ from, to, means }) => {
      const label = means === undefined ? '' : `: ${means.replaceAll(':', ',')}`;
      return `  ${from || '[*]'} --> ${to}${label}`;
    }),
    ...[...ends].map((state) => `  ${state} --> [*]`),
    '```',
  ];
}

export const statePages = {
  'draw-states.md': drawStatesPage,
  'payment-states.md': paymentStatesPage,
  'purchase-states.md': purchaseStatesPage,
};

if (import.meta.main) {
  for (const [name, page] of Object.entries(statePages))
    writeFileSync(new URL(`../docs/${name}`, import.meta.url), page());
}
