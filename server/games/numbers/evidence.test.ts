import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { evidence as evidenceShape } from '#contract/games/numbers.ts';
import type { Draw } from '#server/draws/draw.ts';
import { proofOf, shownEvidence } from '#server/draws/seal/evidence.ts';
import { payDraw } from '#server/draws/settle/pay.ts';
import { encodeId } from '#server/platform/ids.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import { sql } from '#server/platform/sql.ts';
import type { Bought } from '#test/harness/draws.ts';
import { ownDraws } from '#test/harness/own-draws.ts';

type Evidence = ApiAnswer<'lotto.evidence'>;
type Proof = ApiAnswer<'lotto.proof'>;

const { own, at } = ownDraws();
let draw: Draw;
let playerId: number;
const bought: Bought[] = [];
const folder = mkdtempSync(join(tmpdir(), 'hending-proof-'));
beforeAll(async () => {
  draw = await at.onSale();
  playerId = await at.player(1_000_000);
  const tickets = Array.from({ length: 37 }, (_, index) => ({
    playerId,
    rows: [
      [1, 2, 33, 44, 45],
      [1, 2, 3, 4, 5 + index],
    ],
  }));
  bought.push(
    await at.buy({ playerId, rows: [[31, 32, 33, 34, 35, 36, 37]], system: 7, joker: '00420', drawCount: 2 }),
  );
  for (const ticket of tickets) bought.push(await at.buy(ticket));
});
afterAll(() => rmSync(folder, { recursive: true }));

const evidenceNow = () => shownEvidence(own.db, own.config.kinds, { gameId: 'lotto', draw: draw.number });
const proof = ({ ticketId, couponIds }: Bought, of = playerId) =>
  proofOf(own.db, own.config.kinds, of, {
    ticketId: encodeId(ticketId),
    couponId: encodeId(couponIds[0] ?? ''),
  });

const ourKey = () => publishedKeys(own.config.secrets)[0] ?? '';

/** The program that anyone may run: exit 0 when everything holds. */
function offline(shown: Evidence, found: Proof, keys = [ourKey()]): boolean {
  const [first, second] = [join(folder, 'evidence.json'), join(folder, 'proof.json')];
  writeFileSync(first, JSON.stringify(shown));
  writeFileSync(second, JSON.stringify(found));
  const program = new URL('../../../tools/check-proof.mjs', import.meta.url).pathname;
  const { status } = spawnSync(
    process.execPath,
    [program, first, second, ...keys.flatMap((key) => ['--key', key])],
    { cwd: folder },
  );
  return status === 0;
}

/** What the program on the page of proof prints in either language, a line a check. */
function printedByPage(shown: Evidence, found: Proof, language: 'is' | 'en'): string[] {
  const page = readFileSync(new URL('../../../content/general-pages/sonnun.yaml', import.meta.url), 'utf8');
  const programs = page.split('```js\n').slice(1);
  const [program = ''] = (programs[language === 'is' ? 0 : 1] ?? '').split('```');
  const files = {
    'draw.json': JSON.stringify(shown),
    'proof.json': JSON.stringify(found),
    'page.mjs': program,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const words = ['page.mjs', 'draw.json', 'proof.json', ourKey()];
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).stdout.trim().split('\n');
}

/** Another letter of the same alphabet in that place. */
function flipped(text: string, place: number): string {
  const other = text[place] === '1' ? '2' : '1';
  return text.slice(0, place) + other + text.slice(place + 1);
}

test('before the seal there is neither evidence nor proof', async () => {
  await expect(evidenceNow()).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  await expect(proof(bought[0] as Bought)).rejects.toMatchObject({ code: 'EC_NO_DATA_FOUND' });
  await expect(shownEvidence(own.db, own.config.kinds, { gameId: 'bingo', draw: 1 })).rejects.toMatchObject({
    code: 'EC_PRODUCTTYPE_NOT_FOUND',
  });
  await expect(shownEvidence(own.db, own.config.kinds, { gameId: 'lotto', draw: 1 })).rejects.toMatchObject({
    code: 'EC_NO_DATA_FOUND',
  });
});

test('every sealed coupon has a proof that the offline program accepts', async () => {
  await at.seal(draw);
  const shown = await evidenceNow();
  expect(shown).toMatchObject({
    gameId: 'lotto',
    draw: draw.number,
    coupons: 38,
    rows: 21 + 74,
    stakes: 3150 + 250 + 74 * 150,
  });
  expect(shown).not.toHaveProperty('settlement');
  expect(evidenceShape.parse(shown)).toEqual(shown);
  for (const each of bought.slice(0, 6)) expect(offline(shown, await proof(each))).toBe(true);
  // The rest without starting a program each.
  const { check } = (await import(new URL('../../../tools/check-proof.mjs', import.meta.url).href)) as {
    check(shown: Evidence, found: Proof, keys: string[]): Record<string, boolean>;
  };
  for (const each of bought) {
    expect(Object.values(check(shown, await proof(each), [ourKey()]))).toEqual(Array(6).fill(true));
  }
});

test('the leaf says what was bought', async () => {
  const [first] = bought;
  if (!first) throw new Error('nothing was bought');
  const { leaf } = await proof(first);
  const sold = await at.value<Date>(
    sql`SELECT purchased_at FROM tickets WHERE ticket_id = ${first.ticketId}`,
  );
  const second = sold.toISOString().slice(0, -1);
  expect(leaf).toMatch(
    new RegExp(
      `^coupon=${encodeId(first.couponIds[0] ?? '')} ticket=${encodeId(first.ticketId)} ` +
        `sold=${second}\\d{3}Z ` +
        'rows=31-32-33-34-35-36-37 system=7 side=00420 stake=3400$',
    ),
  );
});

test('a flipped letter in leaf, salt, path, root or signature fails each', async () => {
  const shown = await evidenceNow();
  const found = await proof(bought[3] as Bought);
  const [step] = found.path;
  if (!step) throw new Error('no path');
  const others = found.path.slice(1);
  const swapped = { ...step, side: step.side === 'left' ? ('right' as const) : ('left' as const) };
  const bad: [string, Evidence, Proof][] = [
    ['leaf', shown, { ...found, leaf: flipped(found.leaf, found.leaf.length - 1) }],
    ['leaf, first letter', shown, { ...found, leaf: flipped(found.leaf, 0) }],
    ['salt', shown, { ...found, salt: flipped(found.salt, 5) }],
    ['path', shown, { ...found, path: [{ ...step, hash: flipped(step.hash, 63) }, ...others] }],
    ['side', shown, { ...found, path: [swapped, ...others] }],
    ['shorter path', shown, { ...found, path: others }],
    ['root of the proof', shown, { ...found, root: flipped(found.root, 0) }],
    ['published root', { ...shown, merkleRoot: flipped(shown.merkleRoot, 0) }, found],
    [
      'both roots',
      { ...shown, merkleRoot: flipped(shown.merkleRoot, 0) },
      { ...found, root: flipped(found.root, 0) },
    ],
    ['signature', { ...shown, signature: flipped(shown.signature, 10) }, found],
    ['number of coupons', { ...shown, coupons: 39 }, found],
    ['stakes', { ...shown, stakes: shown.stakes + 1 }, found],
    ['time of the seal', { ...shown, sealedAt: '2026-01-01T00:00:00.000Z' }, found],
    ['rules', { ...shown, rulesId: 'lotto-2022-06-26' }, found],
    ['hash of the book', { ...shown, bookHash: flipped(shown.bookHash, 0) }, found],
    ['algorithm', { ...shown, algorithm: 'none' }, found],
    ['a count as text', { ...shown, coupons: String(shown.coupons) as unknown as number }, found],
    ['stakes as text', { ...shown, stakes: `${shown.stakes}` as unknown as number }, found],
    ['the draw as text', { ...shown, draw: String(shown.draw) as unknown as number }, found],
    ['a signature written in another way', { ...shown, signature: `${shown.signature}\n` }, found],
  ];
  for (const [what, evidenceShown, proofFound] of bad)
    expect(offline(evidenceShown, proofFound), what).toBe(false);
});

test('must-hold 67: another player’s coupon is answered like one that does not exist', async () => {
  const other = await at.player(1000);
  await expect(proof(bought[0] as Bought, other)).rejects.toMatchObject({ code: 'EC_TICKET_NOT_FOUND' });
  const nowhere = { ticketId: 'x', couponId: 'y' };
  await expect(proofOf(own.db, own.config.kinds, playerId, nowhere)).rejects.toMatchObject({
    code: 'EC_TICKET_NOT_FOUND',
  });
});

test('must-hold 87: the coupon of the next draw is proven by that draw', async () => {
  const { ticketId, couponIds } = bought[0] as Bought;
  const params = { ticketId: encodeId(ticketId), couponId: encodeId(couponIds[1] ?? '') };
  await expect(proofOf(own.db, own.config.kinds, playerId, params)).rejects.toMatchObject({
    code: 'EC_NO_DATA_FOUND',
  });
  const next = await at.onSale();
  await at.seal(next);
  const shown = await shownEvidence(own.db, own.config.kinds, { gameId: 'lotto', draw: next.number });
  expect(shown.coupons).toBe(1);
  const found = await proofOf(own.db, own.config.kinds, playerId, params);
  expect(found.path).toEqual([]);
  expect(offline(shown, found)).toBe(true);
});

test('evidence that another key signed is refused, however well it is made', async () => {
  const shown = await evidenceNow();
  const found = await proof(bought[3] as Bought);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { sealText } = await program();
  const forged = { ...shown, stakes: 1, publicKey: spki(publicKey) };
  const signature = sign(null, Buffer.from(sealText(forged)), privateKey).toString('base64');
  expect(offline({ ...forged, signature }, found)).toBe(false);
  // Without a key of one's own nothing is believed either, and a wrong one helps nobody.
  expect(offline({ ...forged, signature }, found, [])).toBe(false);
  expect(offline(shown, found, [])).toBe(false);
  expect(offline({ ...forged, signature }, found, [spki(publicKey)])).toBe(true);
});

/** The neutral point, and that of order four: under both, this signature fits texts that nobody signed. */
test.each([
  ['neutral', `01${'00'.repeat(31)}`],
  ['of order four', '00'.repeat(32)],
  ['neutral with a sign', `01${'00'.repeat(30)}80`],
])('a key of small order is refused: %s', async (_, point) => {
  const key = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(point, 'hex'),
  ]).toString('base64');
  const signature = Buffer.from(`01${'00'.repeat(63)}`, 'hex').toString('base64');
  const found = await proof(bought[3] as Bought);
  const shown = await evidenceNow();
  for (let stakes = 1; stakes <= 8; stakes += 1) {
    expect(offline({ ...shown, stakes, publicKey: key, signature }, found, [key])).toBe(false);
  }
});

test('after settlement both digests are shown, equal, and signed with seal, rules and result', async () => {
  await at.result(draw.drawId, [1, 2, 3, 4, 5], 6);
  await at.settle(draw.drawId);
  await payDraw(own.db, draw.drawId, 'sigga');
  const shown = await evidenceNow();
  const { settlement } = shown;
  if (!settlement) throw new Error('not settled');
  expect(settlement).toMatchObject({ equal: true, engineA: settlement.engineB, numbers: [1, 2, 3, 4, 5] });
  expect(evidenceShape.parse(shown)).toEqual(shown);
  const found = await proof(bought[3] as Bought);
  expect(offline(shown, found)).toBe(true);
  const other = flipped(settlement.engineA, 0);
  const bad: [string, Partial<typeof settlement>][] = [
    ['engine A', { engineA: other }],
    ['both engines', { engineA: other, engineB: other }],
    ['engines said to differ', { equal: false }],
    ['equal as text', { equal: 'true' as unknown as boolean }],
    ['a number', { numbers: [1, 2, 3, 4, 6] }],
    ['the bonus', { bonusNumbers: [7] }],
    ['the Joker', { joker: '00001' }],
    ['the time', { settledAt: '2026-01-01T00:00:00.000Z' }],
    ['the signature', { signature: flipped(settlement.signature, 10) }],
    ['the signature of the seal', { signature: shown.signature }],
  ];
  for (const [what, change] of bad)
    expect(offline({ ...shown, settlement: { ...settlement, ...change } }, found), what).toBe(false);
  for (const language of ['is', 'en'] as const) {
    const printed = (evidenceShown: Evidence) => printedByPage(evidenceShown, found, language).slice(1);
    const good = ['Rót / root', 'Innsigli / seal', 'Vélar / engines', 'Uppgjör / result'];
    expect(printed(shown)).toEqual(good.map((name) => `${name}: true`));
    const forged = printed({ ...shown, settlement: { ...settlement, numbers: [1, 2, 3, 4, 6] } });
    expect(forged.at(-1)).toBe('Uppgjör / result: false');
    const { settlement: _, ...sealedOnly } = shown;
    expect(printed(sealedOnly)).toEqual(good.slice(0, 2).map((name) => `${name}: true`));
  }
});

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');

async function program(): Promise<{ sealText(shown: Evidence): string }> {
  return import(new URL('../../../tools/check-proof.mjs', import.meta.url).href);
}
