/** Whatever is sent, the answer is one of the contract's: never a 5xx, never a body without a code. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type CallName } from '#contract/api.ts';
import { basePath, type Call } from '#contract/call.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { testApp } from '#test/harness/app.ts';
import { contentInMemory } from '#test/harness/content.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { addDraw, addPlayers } from '#test/harness/sale.ts';

let data: TestDatabase;
let app: ReturnType<typeof testApp>['app'];
let cookie: string;

beforeAll(async () => {
  data = await testDatabase();
  ({ app } = testApp(data, contentInMemory().service));
  await addDraw(data, { number: 2085 });
  cookie = (await addPlayers(data, 1, 100_000))[0]?.cookie ?? '';
});
afterAll(async () => {
  expect(await checkLedger(data.db)).toEqual({ ok: true });
  await data.close();
});

const names = Object.keys(api) as CallName[];
const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    "'; DROP TABLE tickets;--",
    '<script>',
    '../../etc',
    '%00',
    '🙂',
    '‮',
    '9'.repeat(400),
    '-1',
    '1e9',
  ),
);
const wager = fc.record(
  {
    gameId: fc.oneof(fc.constant('lotto'), strange),
    draw: fc.oneof(fc.constant(2085), fc.integer(), fc.double(), strange),
    rows: fc.array(
      fc.record(
        {
          numbers: fc.array(fc.oneof(fc.integer({ min: -1, max: 50 }), fc.double(), strange), {
            maxLength: 12,
          }),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 12 },
    ),
    joker: fc.array(fc.oneof(fc.integer({ min: -1, max: 11 }), strange), { maxLength: 7 }),
    stake: fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), strange),
    system: fc.oneof(fc.integer(), strange),
    drawCount: fc.oneof(fc.integer(), fc.double()),
    subscriptionDrawDays: fc.array(strange, { maxLength: 3 }),
    affiliateId: fc.oneof(fc.integer(), strange),
    channel: fc.oneof(fc.constant('web'), strange),
  },
  { requiredKeys: [] },
);
const body = fc.oneof({ weight: 3, arbitrary: wager }, fc.jsonValue());

async function answerTo(call: Call, parts: string[], sent: unknown): Promise<Response> {
  let turn = 0;
  const path = call.path.replace(/\{\w+\}/g, () => encodeURIComponent(parts[turn++ % parts.length] || 'x'));
  const query = call.query
    ? `?${Object.keys(call.query.shape)
        .map((key) => `${key}=${encodeURIComponent(parts[turn++ % parts.length] ?? '')}`)
        .join('&')}`
    : '';
  return app.request(`http://localhost${basePath}${path}${query}`, {
    method: call.method,
    headers: { cookie, 'content-type': 'application/json', authorization: data.config.content.webhookSecret },
    ...(call.method === 'POST' && { body: JSON.stringify(sent) ?? '' }),
  });
}

test.each(names)('must-hold 140, 145: %s', async (name) => {
  const call: Call = api[name];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        strange.map((text) => text.toWellFormed()),
        { minLength: 2, maxLength: 3 },
      ),
      body,
      async (parts, sent) => {
        const answer = await answerTo(call, parts, sent);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) errorBodySchema.parse(await answer.json());
      },
    ),
    { numRuns: 60 },
  );
});
