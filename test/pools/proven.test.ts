/** Programs are recomputed from published files, and every alteration is found. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import { type Draw, drawById } from '#server/draws/draw.ts';
import { importFigures } from '#server/draws/figures/import.ts';
import { countHere, settleDraw } from '#server/draws/settle/settle.ts';
import { enterBeacon } from '#server/games/pools/lots.ts';
import { programOf } from '#server/games/pools/program.ts';
import { checkLedger } from '#server/ledger/check.ts';
import { setClock } from '#server/platform/advance-clock.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import { alterations } from '#test/harness/alterations.ts';
import { testApp } from '#test/harness/app.ts';
import { get, post } from '#test/harness/client.ts';
import { type TestDatabase, testDatabase } from '#test/harness/database.ts';
import { checkProof, failing, verifyDraw } from '#test/harness/outside-tools.ts';
import { addPlayers, addSession, type TestPlayer } from '#test/harness/sale.ts';
import { closeAndSeal, decide, inHours, openProgram, resultsOf } from './programs.ts';

type Evidence = ApiAnswer<'lotto.evidence'>;
type Published = {
  evidence: Evidence;
  rules: object;
  book: string;
  program: { terms: string; lotsValue?: string };
  proof: ApiAnswer<'toto.proof'>;
  before?: Evidence | undefined;
};
type Wager = { panels: string; rows: number; system?: string; panelU?: string };
type Sold = { draw: Draw; path: 'toto' | 'xg'; tickets: string[] };

let own: TestDatabase;
let keys: string[];
const programs: Record<string, Published> = {};
const names = ['carrying', 'merging', 'shared', 'goals'] as const;
const of = (name: string) => programs[name] as Published;
const right = '1111111111111';
const beacon = 'c4'.repeat(32);
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** Seven covered and six wrong: nothing of it wins, and it fills the fund. */
const filler = { panels: 'DDDDDDD222222', rows: 2187, system: 'O' };
const systems = [
  { panels: 'DDDD111112222', rows: 9, system: 'S-4-0-9' },
  { panels: 'DD1DDD1DD1122', panelU: 'XX-112-1X----', rows: 99, system: 'U-7-0-99' },
  { panels: 'A1B1C1D1A2111', rows: 48, system: 'O' },
];
/** Longer than a leaf: it has their hash. */
const manyRows = Array.from({ length: 80 }, (_, row) => `1${'12X'[row % 3]}12X12X12X12X`.slice(0, 13));
const withTwelve = {
  panels: [0, 1, 2, 3].map((at) => right.slice(0, at) + 2 + right.slice(at + 1)).join('|'),
  rows: 4,
};
const withEleven = { panels: '2211111111111|1122111111111', rows: 2 };

beforeAll(async () => {
  own = await testDatabase();
  keys = publishedKeys(own.config.secrets);
  const players = await addPlayers(own, 4, 100_000);
  const sold = {
    carrying: await sell(players[0], 'totoeng', { wagers: [filler, ...systems] }),
    merging: await sell(players[1], 'totoeng', { wagers: [filler, withTwelve, withEleven], rows: manyRows }),
    shared: await sell(players[2], 'totoeur', {
      wagers: [withTwelve, withEleven, ...systems],
      mode: 'common',
    }),
    goals: await sell(players[3], 'xg', { wagers: goalWagers }),
  };
  await closeAndSeal(own, sold.carrying.draw);
  await decide(own, sold.carrying.draw, resultsOf('2111111112211'));
  await publish('carrying', sold.carrying, players[0]);
  await closeAndSeal(own, sold.merging.draw);
  await closeAndSeal(own, sold.shared.draw);
  await closeAndSeal(own, sold.goals.draw);
  await decide(own, sold.shared.draw, resultsOf(right));
  await bringFigures(sold.shared.draw);
  await publish('shared', sold.shared, players[2]);
  await decide(
    own,
    sold.goals.draw,
    Object.fromEntries(Array.from({ length: 13 }, (_, at) => [at + 1, '2-0'])),
  );
  await publish('goals', sold.goals, players[3]);
  await setClock(own.db, (await programOf(own.db, sold.merging.draw.drawId)).lotsAt);
  for (const actor of ['gunna', 'jonas'])
    await enterBeacon(own.db, { drawId: sold.merging.draw.drawId, value: beacon, actor });
  await decide(own, sold.merging.draw, { ...resultsOf(right), [lotMatch(sold.merging.draw)]: 'lot' });
  await publish('merging', sold.merging, players[1]);
  of('merging').before = of('carrying').evidence;
});
afterAll(async () => {
  expect(await checkLedger(own.db)).toEqual({ ok: true });
  await own.close();
});

const goalWagers = [
  {
    panels: ['2/3,2,2,2,2,2,2,2,2,2,2,0,1', '2,2,2,2,2,2,2,2,2,2,7+,7+,7+', '2,2,2,2,2,2,2,2,2,0,0,0,0'].join(
      '|',
    ),
    rows: 4,
  },
  { panels: `${'0/1/3,'.repeat(6)}1,1,1,1,1,1,1`, rows: 729 },
];

let number = 4800;
type Sale = { wagers: readonly Wager[]; rows?: readonly string[]; mode?: 'common' };

async function sell(
  buyer: TestPlayer | undefined,
  game: 'totoeng' | 'totoeur' | 'xg',
  { wagers, rows, mode }: Sale,
) {
  number += 1;
  const kickOffs = [await inHours(own, 2 * (number - 4800))];
  const draw = await openProgram(own, { game, number, kickOffs, ...(mode && { mode }) });
  const path = game === 'xg' ? 'xg' : 'toto';
  const { groupId } = await programOf(own.db, draw.drawId);
  const program = { programId: `${game}-${number}`, ...(groupId && { groupId }) };
  const tickets: string[] = [];
  const buy = async (call: string, wager: { rows: number }) => {
    const body = { ...program, ...wager, stake: 13 * wager.rows };
    const sold = await post<{ id: string }>(testApp(own).app, call, body, { cookie: buyer?.cookie ?? '' });
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    tickets.push(sold.body.id);
  };
  if (rows) await buy('/toto/buy/rows', { pcRows: rows.join('|'), rows: rows.length } as { rows: number });
  for (const wager of wagers) await buy(`/${path}/buy`, wager);
  return { draw, path, tickets } as Sold;
}

/** A match whose lot falls on its home team, so that the result stays as it is: half of the units do. */
function lotMatch({ game, number: program }: Draw): number {
  const unit = (match: number) => {
    const bytes = createHash('sha256').update(`${beacon} ${game} ${program} ${match} 0`).digest();
    return ((bytes.find((byte) => byte < 200) as number) % 100) + 1;
  };
  return Array.from({ length: 13 }, (_, at) => at + 1).find((match) => unit(match) <= 50) as number;
}

async function bringFigures({ drawId, game, number: draw }: Draw): Promise<void> {
  // Both engines have counted the wins of systems and of single rows before.
  const { units } = await countHere(own.db, own.config, await drawById(own.db, drawId));
  const tiers = [0, 1, 2, 3].map((at) => ({
    ...{ tier: at + 1, winners: 90 + (units[at] as number), winnersIceland: units[at] },
    amountSek: [1_234, 501, 77, 15][at],
  }));
  const text = JSON.stringify({ game, draw, sekRate: 1312, rowsAll: 900_000, tiers });
  for (const actor of ['gunna', 'jonas']) await importFigures(own.db, own.config, { drawId, text, actor });
}

async function publish(name: string, { draw, path, tickets }: Sold, buyer: TestPlayer | undefined) {
  await settleDraw(own.db, own.config, draw.drawId);
  const { app } = testApp(own);
  // The clock has moved past the session of the purchase.
  const { cookie } = await addSession(own, buyer?.playerId as number);
  const id = `${draw.game}-${draw.number}`;
  const read = async <T>(call: string) => {
    const { status, body } = await get<T>(app, `/${path}/${call}`, cookie);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const book = await app.request(`http://localhost/api/proxy/${path}/book/${id}`);
  programs[name] = {
    evidence: await read(`evidence/${id}`),
    rules: await read(`rules/${draw.rulesId}`),
    program: await read(`program/${id}`),
    proof: await read(`proof/${tickets[0]}`),
    book: gunzipSync(await book.arrayBuffer()).toString('latin1'),
  };
}

const failed = (name: string, altered: Partial<Published> = {}) => {
  const { evidence, rules, book, before, program } = { ...of(name), ...altered };
  return failing(() =>
    verifyDraw.verify(evidence, rules, verifyDraw.readBookOf(rules, book), keys, { before, program }),
  );
};
const accepted = (value: unknown, check: (altered: never) => string[]) => {
  const all = [...alterations(value)];
  expect(all.length).toBeGreaterThan(50);
  return all.filter(({ altered }) => check(altered as never).length === 0).map(({ what }) => what);
};

test('the cases are there: a carry, a lot, merged tiers, figures in Swedish krónur, goals', () => {
  const amounts = (name: string) => of(name).evidence.settlement?.tiers.map(({ amount }) => amount);
  const [first, second, third] = amounts('merging') ?? [];
  expect(first).toBe(0);
  expect(second).toBe(third);
  expect(second).toBeGreaterThan(200);
  expect(of('merging').evidence.settlement?.tiers[0]?.carryIn).not.toBe('0');
  expect(of('merging').program.lotsValue).toBe(beacon);
  // 1,234 krónur at 13.12 less one hundredth: 16,028.17.
  expect(amounts('shared')?.[0]).toBe(16_020);
  expect(of('goals').evidence.settlement?.tiers.map(({ condition }) => condition)).toEqual([
    '13',
    '11',
    '10',
    '9',
  ]);
});

test.each(names)('what was published holds: %s', (name) => {
  expect(failed(name)).toEqual([]);
  expect(failed(name, { before: undefined })).toEqual([]);
  const { evidence, proof } = of(name);
  expect(failing(() => checkProof.check(evidence, proof, keys))).toEqual([]);
});

/** Each its own arithmetic. */
describe.each(['merging', 'shared', 'goals'])('%s', (name) => {
  test('any altered value of evidence, rules, terms or proof is refused', () => {
    const { evidence, rules, program, proof } = of(name);
    const alone = { before: undefined };
    expect(accepted(evidence, (altered) => failed(name, { evidence: altered, ...alone }))).toEqual([]);
    expect(accepted(rules, (altered) => failed(name, { rules: altered }))).toEqual([]);
    expect(
      accepted(JSON.parse(program.terms), (terms) =>
        failed(name, { program: { ...program, terms: JSON.stringify(terms) } }),
      ),
    ).toEqual([]);
    expect(accepted(proof, (altered) => failing(() => checkProof.check(evidence, altered, keys)))).toEqual(
      [],
    );
  });

  test('any altered line of the book is refused', () => {
    const lines = of(name).book.split('\n');
    const forged = lines.flatMap((line, index) => [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, line),
      lines.with(
        index,
        line.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`),
      ),
      lines.with(
        index,
        line.replace(/rows=\d/, (text) => (text === 'rows=1' ? 'rows=2' : 'rows=1')),
      ),
      lines.with(index, line.replace('club=-', 'club=7')),
      lines.with(index, line.replace(/system=\S+/, 'system=S-3-0-5')),
      ...(index > 1 ? [lines.with(index, lines[index - 1] ?? '').with(index - 1, line)] : []),
    ]);
    const texts = forged.map((each) => each.join('\n')).filter((text) => text !== of(name).book);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter((book) => failed(name, { book }).length === 0)).toEqual([]);
  });
});

describe('what was altered is named', () => {
  const evidenceWith = (name: string, change: (settlement: NonNullable<Evidence['settlement']>) => void) => {
    const evidence = structuredClone(of(name).evidence);
    change(evidence.settlement as NonNullable<Evidence['settlement']>);
    return { evidence };
  };
  const signature = 'the settlement is signed by a key that you know';

  test('a byte of the book', () => {
    const book = of('merging').book.replace('rows=DDDDDDD222222', 'rows=DDDDDDD222221');
    expect(failed('merging', { book })).toContain(
      'its lines lead to the root that was published before the draw',
    );
  });

  test('the unit of a lot, and the value of the beacon', () => {
    const unit = evidenceWith('merging', (settlement) => {
      const outcome = settlement as unknown as { outcome: string[] };
      outcome.outcome = outcome.outcome.map((line) => line.replace(/lot \d+/, 'lot 51'));
    });
    const lot = 'every lot is what the public beacon gave, by the chances of the release';
    expect(failed('merging', unit)).toEqual([signature, lot]);
    const { program } = of('merging');
    expect(failed('merging', { program: { ...program, lotsValue: 'c5'.repeat(32) } })).toEqual([lot]);
    const { lotsValue: _, ...without } = program;
    expect(failed('merging', { program: without })).toEqual([lot]);
  });

  test('an amount, a pool, winners, a figure of the organiser', () => {
    const tierOf = (settlement: NonNullable<Evidence['settlement']>) =>
      settlement.tiers[1] as { amount: number; winners: number; pool?: string };
    const paid = evidenceWith('merging', (settlement) => {
      tierOf(settlement).amount += 10;
    });
    expect(failed('merging', paid)).toEqual([signature, 'each winning row is paid its part']);
    const pool = evidenceWith('merging', (settlement) => {
      tierOf(settlement).pool = `${tierOf(settlement).pool}0`;
    });
    expect(failed('merging', pool)).toEqual([
      signature,
      'the pools are their share of the sales, moved and merged by the rules',
    ]);
    const figures = evidenceWith('shared', (settlement) => {
      settlement.figures = settlement.figures?.replace('1312', '1313');
    });
    expect(failed('shared', figures)).toEqual([
      signature,
      'each tier pays what the organiser found, at its rate',
    ]);
    const winners = evidenceWith('goals', (settlement) => {
      tierOf(settlement).winners += 1;
    });
    expect(failed('goals', winners)).toEqual([signature, 'as many win in each tier as were paid']);
  });

  test('the program before it', () => {
    const { before } = of('merging');
    expect(accepted(before, (altered) => failed('merging', { before: altered }))).toEqual([]);
    expect(failed('merging', { before: of('goals').evidence })).not.toEqual([]);
  });
});

test('what is not proven is said', () => {
  const said = (name: string, beside = {}) => verifyDraw.unproven(of(name).evidence, beside).join('\n');
  expect(said('merging')).toMatch(/The carry is signed, not computed.*/);
  expect(said('merging')).toContain('Lots are signed, not drawn again');
  expect(said('merging', { program: of('merging').program })).toContain('ask the beacon');
});
