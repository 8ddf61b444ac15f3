import { describe, expect, it } from 'vitest';
import { isk } from '../values/money.ts';
import { checkAmounts, checkRows, checkToto, checkXg, type TotoWager } from './wager.ts';

const program = { groupId: 'sat', amountRow: isk(13) };
const single = { groupId: 'sat', rows: 1, stake: 13, panels: '1X21X21X21X21' };
const systemS = { groupId: 'sat', rows: 9, stake: 117, system: 'S-4-0-9', panels: 'D1D1D1D1X2X12' };
const systemU = {
  ...{ groupId: 'sat', rows: 12, stake: 156, system: 'U-5-0-12' },
  ...{ panels: 'DDDDD11111111', panelU: '1X211--------' },
};

const codeOf = (wager: TotoWager) => checkToto(wager, program).faults?.code ?? null;

describe('prices', () => {
  it.each<[name: string, wager: TotoWager, rows: number, stake: number]>([
    ['one row', single, 1, 13],
    ['six doubles', { ...single, system: 'O', panels: 'AABBCC1111111' }, 64, 832],
    ['two triples and three doubles', { ...single, system: 'O', panels: 'DDABC11111111' }, 72, 936],
    ['S-4-0-9', systemS, 9, 117],
    ['S-0-7-16', { ...single, system: 'S-0-7-16', panels: 'AAAAAAA111111' }, 16, 208],
    [
      'U-7-0-99',
      { ...systemU, system: 'U-7-0-99', panels: 'DDDDDDD111111', panelU: '1X21X21------' },
      99,
      1287,
    ],
    ['S-11-0-729', { ...single, system: 'S-11-0-729', panels: 'DDDDDDDDDDD11' }, 729, 9477],
    ['ten equal rows', { ...single, panels: new Array(10).fill(single.panels).join('|') }, 10, 130],
  ])('%s', (_, wager, rows, stake) => {
    expect(checkToto({ ...wager, rows, stake }, program)).toMatchObject({ rowCount: rows, faults: null });
  });

  it('of goals', () => {
    const panels = '2/3,1,2,2,0/1,3,2,4,1,2/3/4,7+,2,0';
    expect(checkXg({ rows: 12, stake: 156, panels }, program)).toMatchObject({ rowCount: 12, faults: null });
  });
});

it('amounts are counts', () => {
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    const faults = { code: 'EC_INVALID_AMOUNT', issues: [{ path: ['rows'], message: 'Invalid wager' }] };
    expect(checkAmounts({ rows: wrong, stake: 13 })).toEqual(faults);
    expect(checkAmounts({ rows: 1, stake: wrong })?.code).toBe('EC_INVALID_AMOUNT');
  }
  expect(checkAmounts({ rows: 1, stake: 13 })).toBeNull();
});

describe('refusals of a 1X2 wager', () => {
  it.each<[code: string, why: string, wager: TotoWager]>([
    ['EC_INVALID_COMBINATION', 'another group', { ...single, groupId: 'sun' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'twelve signs', { ...single, panels: '1X21X21X21X2' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'fourteen signs', { ...single, panels: '1X21X21X21X211' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'a foreign letter', { ...single, panels: '1X21X21X21X2E' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'nothing', { ...single, panels: '' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'an empty panel', { ...single, panels: `${single.panels}|` }],
    ['EC_TICKET_INVALID_SELECTIONS', 'a double in a single row', { ...single, panels: 'AX21X21X21X21' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'base signs of twelve', { ...systemU, panelU: '1X211-------' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'a double as base', { ...systemU, panelU: 'AX211--------' }],
    ['EC_INVALID_FIELD', 'an unknown system', { ...systemS, system: 'S-4-0-10' }],
    ['EC_INVALID_FIELD', 'a system in lower case', { ...systemS, system: 's-4-0-9' }],
    ['EC_INVALID_COMBINATION', 'two panels', { ...systemS, panels: `${systemS.panels}|${systemS.panels}` }],
    ['EC_INVALID_COMBINATION', 'a triple too few', { ...systemS, panels: 'D1D1D111X2X12' }],
    ['EC_INVALID_COMBINATION', 'a double too many', { ...systemS, panels: 'D1D1D1D1A2X12' }],
    ['EC_INVALID_COMBINATION', 'an open ticket of one row', { ...single, system: 'O' }],
    ['EC_MISSING_FIELD', 'no base signs', { ...systemU, panelU: undefined }],
    ['EC_INVALID_FIELD', 'base signs of a reduced system', { ...systemS, panelU: '1-1-1-1------' }],
    ['EC_INVALID_FIELD', 'base signs of single rows', { ...single, panelU: '1------------' }],
    [
      ...(['EC_TICKET_INVALID_SELECTIONS', 'a base sign that is not marked'] as const),
      { ...single, system: 'U-0-7-29', panels: 'AAAAAAA111111', panelU: '1111112------' },
    ],
    ['EC_TICKET_INVALID_SELECTIONS', 'no base sign', { ...systemU, panelU: '1X21---------' }],
    ['EC_TICKET_INVALID_SELECTIONS', 'a base sign too many', { ...systemU, panelU: '1X2111-------' }],
    ['EC_ROW_LIMIT', 'eleven rows', { ...single, panels: new Array(11).fill(single.panels).join('|') }],
    ['EC_ROW_LIMIT', '59,049 rows', { ...single, system: 'O', panels: 'DDDDDDDDDD111' }],
    ['EC_ROW_LIMIT', '20,736 rows', { ...single, system: 'O', panels: 'DDDDAAAAAAAA1' }],
    ['EC_INVALID_INPUT', 'another count', { ...systemS, rows: 8 }],
    ['EC_INVALID_AMOUNT', 'another price', { ...systemS, stake: 118 }],
  ])('%s: %s', (code, _, wager) => expect(codeOf(wager)).toBe(code));

  it('come in their order', () => {
    const wager = { ...systemU, groupId: 'wed', panels: 'X', system: 'Q', rows: 1, stake: 1 };
    expect(codeOf(wager)).toBe('EC_INVALID_COMBINATION');
    expect(codeOf({ ...wager, groupId: 'sat' })).toBe('EC_TICKET_INVALID_SELECTIONS');
    expect(codeOf({ ...wager, groupId: 'sat', panels: single.panels })).toBe('EC_INVALID_FIELD');
    const covered = { ...wager, groupId: 'sat', system: 'U-5-0-12' };
    expect(codeOf({ ...covered, panels: single.panels, panelU: undefined })).toBe('EC_INVALID_COMBINATION');
    expect(codeOf({ ...covered, panels: systemU.panels, panelU: undefined })).toBe('EC_MISSING_FIELD');
    expect(codeOf({ ...covered, panels: systemU.panels })).toBe('EC_INVALID_INPUT');
    expect(codeOf({ ...covered, panels: systemU.panels, rows: 12 })).toBe('EC_INVALID_AMOUNT');
  });

  it('name every panel that is wrong', () => {
    const { faults } = checkToto({ ...single, panels: `1|${single.panels}|2` }, program);
    expect(faults?.issues.map(({ path }) => path)).toEqual([
      ['panels', 0],
      ['panels', 2],
    ]);
  });
});

describe('rows of a file', () => {
  const of = (count: number, row = single.panels) => {
    return { groupId: 'sat', rows: count, stake: 13 * count, pcRows: new Array(count).fill(row).join('|') };
  };

  it('are 20,000 at most, duplicates counted', () => {
    expect(checkRows(of(20_000), program)).toMatchObject({ rowCount: 20_000, faults: null });
    expect(checkRows(of(20_001), program).faults?.code).toBe('EC_ROW_LIMIT');
  });

  it('are single signs', () => {
    expect(checkRows(of(2, 'DX21X21X21X21'), program).faults).toMatchObject({
      code: 'EC_TICKET_INVALID_SELECTIONS',
      issues: [{ path: ['pcRows', 0] }, { path: ['pcRows', 1] }],
    });
    expect(checkRows(of(5000, 'no'), program).faults?.issues).toHaveLength(20);
    expect(checkRows({ ...of(3), rows: 4 }, program).faults?.code).toBe('EC_INVALID_INPUT');
    expect(checkRows({ ...of(3), groupId: 'wed' }, program).faults?.code).toBe('EC_INVALID_COMBINATION');
  });
});

describe('refusals of an xg wager', () => {
  const panel = '2,1,2,2,0,3,2,4,1,2,7+,2,0';
  it.each([
    ['EC_TICKET_INVALID_SELECTIONS', { rows: 1, stake: 13, panels: `${panel},1` }],
    ['EC_TICKET_INVALID_SELECTIONS', { rows: 1, stake: 13, panels: panel.replace('7+', '8') }],
    ['EC_TICKET_INVALID_SELECTIONS', { rows: 2, stake: 26, panels: `${panel}|` }],
    ['EC_ROW_LIMIT', { rows: 11, stake: 143, panels: new Array(11).fill(panel).join('|') }],
    ['EC_ROW_LIMIT', { rows: 1, stake: 13, panels: new Array(13).fill('0/1/2/3/4/5/6/7+').join(',') }],
    ['EC_INVALID_INPUT', { rows: 2, stake: 26, panels: panel }],
    ['EC_INVALID_AMOUNT', { rows: 1, stake: 14, panels: panel }],
  ])('%s', (code, wager) => expect(checkXg(wager, program).faults?.code).toBe(code));
});
