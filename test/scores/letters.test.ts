/** Receipts and letters of a game that the texts do not name; where it fails, letters of others go on. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDraw } from '#server/draws/close.ts';
import type { Draw } from '#server/draws/draw.ts';
import { createKinds } from '#server/draws/kind.ts';
import { confirmResult, enterResult } from '#server/draws/results.ts';
import { sealDraw } from '#server/draws/seal/seal.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { settleDraw } from '#server/draws/settle/settle.ts';
import type { Showing } from '#server/draws/showing.ts';
import { numbers } from '#server/games/numbers/kind.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { drawLetterDeadline } from '#server/letters/draw-letters.ts';
import { receiptDeadline } from '#server/letters/receipts.ts';
import { listNotices } from '#server/messages/messages.ts';
import { transaction } from '#server/platform/database.ts';
import { databaseNow } from '#server/platform/deadlines.ts';
import { createLog } from '#server/platform/log.ts';
import { createSell } from '#server/sales/sell.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { drawFixture, untilHeld } from '#test/harness/draws.ts';
import { readsIn, runUntil, siteUrl, waitingLetters } from '#test/harness/letters.ts';
import { kinds, scores } from './kind.ts';
import { bringFigures, openMarket, purchaseOf } from './market.ts';
import { matchCount, mirrored, type Score } from './rules.ts';

let own: TestDatabase;
let at: ReturnType<typeof drawFixture>;
let draw: Draw;
beforeEach(async () => {
  own = await testDatabase();
  at = drawFixture(own);
  await at.open();
  draw = await openMarket(own, 12);
});
afterEach(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const log = createLog('test', 2, 'silent');
const right: Score[] = Array.from({ length: matchCount }, (_, match) => [match % 4, match % 4]);
const wrong: Score[] = right.map(() => [15, 0]);
const outcome = { ...Object.fromEntries(right.map(([h, a], match) => [match + 1, `${h}-${a}`])), 7: 'void' };
const told = '0-0 1-1 2-2 3-3 0-0 1-1 – 3-3 0-0 1-1 2-2 3-3 0-0';

/** The kinds of the program, with this one unable to describe. */
const without = (broken: Partial<Showing>) =>
  createKinds([numbers, { ...scores, showing: { ...scores.showing, ...broken } }]);
const fails = (): never => {
  throw new TypeError('no such score');
};

const writeReceipts = (ofKinds = kinds) =>
  runUntil(
    own,
    receiptDeadline({ kinds: ofKinds, log, secret: 'x' }, async () => false),
    async () => {
      const { rows } = await own.pool.query(
        'SELECT FROM receipt_cursor WHERE reached_at >= (SELECT max(purchased_at) FROM tickets)',
      );
      return rows.length > 0;
    },
  );
const writeLetters = (ofKinds = kinds) =>
  runUntil(own, drawLetterDeadline({ kinds: ofKinds, log }), async () => true);

const textsOf = async (playerId: number) =>
  (await waitingLetters(own)).flatMap((letter) =>
    letter.playerId === playerId ? [`${letter.subject}\n${letter.text}`.replaceAll('\u00a0', ' ')] : [],
  );
const alarms = async () =>
  (await own.pool.query<{ message: string }>('SELECT message FROM alarms')).rows.map(
    ({ message }) => message,
  );

async function buy(rows: Score[][], system: 0 | typeof mirrored = 0): Promise<number> {
  const playerId = await at.player(50_000);
  await createSell(own.pipeline, log)(purchaseOf(draw, playerId, rows, system));
  return playerId;
}

test('a receipt names the game and its rows in the words of the kind', async () => {
  const plain = await buy([right, wrong]);
  const turned = await buy([wrong], mirrored);
  const long = await buy(Array.from({ length: 300 }, () => right));
  await readsIn(own, turned, 'en');
  await writeReceipts();
  const [text] = await textsOf(plain);
  expect(text).toContain('Kvittun fyrir miða í Úrslitaspá\n');
  expect(text).toContain('Leikur: Úrslitaspá\n');
  expect(text).toContain(
    `2 raðir:\n${told.replace('–', '2-2')}\n${wrong.map(() => '15-0').join(' ')}\nVerð: 2 kr.`,
  );
  const [english] = await textsOf(turned);
  expect(english).toContain('Game: Scores\n');
  expect(english).toContain('8.192 rows:\n');
  expect(english).toContain('15-0\nand every score the other way round\nPrice: 8.192 kr.');
  expect((await textsOf(long))[0]).toContain('\n+ 290\nVerð: 300 kr.');
});

test('a ticket that the kind cannot describe stops no other receipt', async () => {
  const lost = await buy([right]);
  const lotto = await at.player(5_000);
  await at.buy({ playerId: lotto, rows: [[1, 2, 3, 4, 5]] });
  await writeReceipts(without({ rowsInLetters: fails }));
  expect(await textsOf(lost)).toEqual([]);
  expect((await textsOf(lotto))[0]).toContain('A   1    2    3    4    5');
  expect(await alarms()).toEqual(['Receipts of scores cannot be written and are left out: no such score.']);
});

test('an outcome that the kind cannot describe stops its letters alone, and they come later', async () => {
  const lotto = await at.player(5_000);
  const lottoDraw = await at.onSale();
  await at.buy({ playerId: lotto, rows: [[40, 41, 42, 43, 44]] });
  const [winner, loser] = [await buy([right]), await buy([wrong])];
  await readsIn(own, winner, 'en');
  await closeDraw(own.db, draw.drawId, { actor: 'gunna', reason: 'test' });
  await sealDraw(own.db, own.config, draw.drawId);
  await untilHeld(own.db, draw.drawId);
  const { drawId } = draw;
  await transaction(own.db, (tx) => enterResult(tx, kinds, { drawId, outcome, actor: 'gunna' }));
  await transaction(
    own.db,
    async (tx) => void (await confirmResult(tx, kinds, { drawId, outcome, actor: 'jonas' })),
  );
  await bringFigures(own.db, own.config, draw, { 1: 5_000 });
  await settleDraw(own.db, own.config, drawId);
  await payDraw(own.db, drawId, 'gunna');
  await at.seal(lottoDraw);
  await at.result(lottoDraw.drawId, [1, 2, 3, 4, 5], 6, '12399');
  await at.settle(lottoDraw.drawId);
  await payDraw(own.db, lottoDraw.drawId, 'gunna');

  await writeLetters(without({ outcomeInLetters: fails }));
  expect([(await textsOf(winner)).length, (await textsOf(loser)).length]).toEqual([0, 0]);
  expect((await textsOf(lotto))[0]).toContain('Dregnar tölur: 1 2 3 4 5 + 6\nJóker: 12399');
  expect(await alarms()).toEqual([expect.stringContaining('are retried each hour: no such score.')]);

  await at.advanceTo(new Date((await databaseNow(own.db)).getTime() + 3_600_000));
  await writeLetters();
  expect((await textsOf(loser))[0]).toMatch(/^Úrslit í Úrslitaspá /);
  expect((await textsOf(loser))[0]).toContain(`Úrslit leikja: ${told}\n\n`);
  const [win] = await textsOf(winner);
  expect(win).toContain('You won 5.000 kr. in Scores on ');
  expect(win).toContain(`Results of the matches: ${told}\n`);
  // A notice is read in the language of the page, whatever the letter was.
  const [notice] = await listNotices(own.db, winner, { locale: 'is', siteUrl });
  expect(notice?.title.replaceAll('\u00a0', ' ')).toContain('Þú vannst 5.000 kr. í Úrslitaspá');
});
