/** The public verification programs refuse published files with any alteration. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/check.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import { alterations } from '#test/harness/alterations.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { checkProof, countBook, failing, verifyDraw } from '#test/harness/outside-tools.ts';
import { type PublishedDraw, publishedDraws } from '#test/harness/published-draws.ts';

let own: TestDatabase;
let keys: string[];
let draws: Record<string, PublishedDraw>;
beforeAll(async () => {
  own = await testDatabase();
  draws = await publishedDraws(own);
  keys = publishedKeys(own.config.secrets);
}, 300_000);
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const games = ['lotto', 'vikinglotto', 'eurojackpot'] as const;
const of = (game: string) => draws[game] as PublishedDraw;

type Book = ReturnType<typeof countBook.readBook>;
/** A book that is read once, however often it is checked. */
const books = new Map<string, Book>();
function bookOf(text: string): Book {
  const book = books.get(text) ?? countBook.readBook(text);
  books.set(text, book);
  return book;
}

/** Checks of `verify-draw.mjs` that fail for the published files with these alterations. */
function failedChecks(game: string, altered: Partial<PublishedDraw>): string[] {
  const { evidence, rules, book, before } = { ...of(game), ...altered };
  return failing(() => verifyDraw.verify(evidence, rules, bookOf(book), keys, { before }));
}

/** Alterations that are accepted, of thousands. */
function acceptedForgeries(value: unknown, check: (altered: never) => string[]): string[] {
  const all = [...alterations(value)];
  expect(all.length).toBeGreaterThan(50);
  return all.filter(({ altered }) => check(altered as never).length === 0).map(({ what }) => what);
}

/** Thousands of checks, on a machine that may be busy. */
const patient = { timeout: 300_000 };

describe.each(games)('%s', patient, (game) => {
  test('what was published holds', () => {
    expect(failedChecks(game, {})).toEqual([]);
    const { evidence, proof, before } = of(game);
    expect(failing(() => checkProof.check(evidence, proof, keys))).toEqual([]);
    expect(failedChecks(game, { before: undefined })).toEqual([]);
    const carry = verifyDraw.unproven(evidence).join();
    expect(carry.includes('The carry is signed, not computed')).toBe(before !== undefined);
  });

  test('any altered value of the evidence is refused by the program that recomputes the draw', () => {
    const alone = { before: undefined };
    expect(
      acceptedForgeries(of(game).evidence, (evidence) => failedChecks(game, { evidence, ...alone })),
    ).toEqual([]);
  });

  test('any altered value of the rules is refused', () => {
    expect(acceptedForgeries(of(game).rules, (rules) => failedChecks(game, { rules }))).toEqual([]);
  });

  test('any altered value of evidence or proof is refused by the program that checks a coupon', () => {
    const { evidence, proof } = of(game);
    // Evidence without a settlement was published before the draw, so it is reported and not
    // refused.
    expect(
      acceptedForgeries(evidence, (altered) => failing(() => checkProof.check(altered, proof, keys))),
    ).toEqual(['.settlement: removed']);
    const { settlement: _, ...sealed } = evidence;
    expect(checkProof.unsigned(sealed).join()).toContain('no settlement');
    expect(
      acceptedForgeries(proof, (altered) => failing(() => checkProof.check(evidence, altered, keys))),
    ).toEqual([]);
  });

  test('any altered line of the book is refused', () => {
    const lines = of(game).book.split('\n');
    const forged = lines.flatMap((line, index) => [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, line),
      lines.with(index, `${line} `),
      lines.with(
        index,
        line.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`),
      ),
      lines.with(index, line.replace('rows=', 'rows=0')),
      lines.with(index, line.replace('stake=', 'stake=0')),
      ...(index > 1 ? [lines.with(index, lines[index - 1] ?? '').with(index - 1, line)] : []),
    ]);
    const texts = forged.map((each) => each.join('\n')).filter((text) => text !== of(game).book);
    expect(texts.filter((book) => failedChecks(game, { book }).length === 0)).toEqual([]);
  });
});

test('any altered value of the evidence of the draw before is refused', patient, () => {
  expect(acceptedForgeries(of('lotto').before, (before) => failedChecks('lotto', { before }))).toEqual([]);
  for (const before of [of('lotto').evidence, of('vikinglotto').evidence])
    expect(failedChecks('lotto', { before })).not.toEqual([]);
  expect(failedChecks('first', { before: of('lotto').evidence })).not.toEqual([]);
  expect(failedChecks('first', {})).toEqual([]);
  expect(verifyDraw.unproven(of('first').evidence).join()).toContain('Tier 1 was opened with 24000000 kr.');
});

test('a forged carry with pools that fit it is refused', () => {
  const { evidence } = of('lotto');
  const forged = structuredClone(evidence);
  const [tier] = forged.settlement?.tiers ?? [];
  if (!tier?.pool || !tier.carryIn) throw new Error('no carry');
  const pool = BigInt(tier.pool) - BigInt(tier.carryIn);
  Object.assign(tier, { carryIn: '0', opened: '0', pool: String(pool) });
  tier.amount = Number(pool / (10n * 10n ** 8n * BigInt(tier.winners))) * 10;
  expect(failedChecks('lotto', { evidence: forged, before: undefined })).toEqual([
    'the settlement is signed by a key that you know',
  ]);
});

test('rules and prizes that were forged together are refused', () => {
  const { evidence, rules } = structuredClone({ evidence: of('lotto').evidence, rules: of('lotto').rules });
  const [first] = rules.joker?.tiers ?? [];
  const line = evidence.settlement?.tiers.find(({ part }) => part === 'side');
  if (!first || !line) throw new Error('no Joker');
  first.amount = line.amount = 250_000 as typeof first.amount;
  expect(failedChecks('lotto', { evidence, rules })).toEqual([
    'the settlement is signed by a key that you know',
    'the rules are those of the draw',
  ]);
});
