/** Coupons of the football pools as simulated players fill them in, each with every row that it plays. */
import { goalRows, openRows, systemRows } from './pool-arithmetic.ts';
import type { Random } from './random.ts';

export type Slip = { path: string; wager: object; rows: readonly string[] };

/** Home wins more often than the others, so that some rows win. */
const sign = (random: Random) => random.pick(['1', '1', '1', 'X', '2']);
const signs = (random: Random) => Array.from({ length: 13 }, () => sign(random));

/** Single rows, an open ticket, a system with and without base signs, rows of a file. */
export function signSlip(random: Random, groupId: string): Slip {
  return random.pick([singleRows, openTicket, reducedSystem, baseSystem, rowsOfFile])(random, groupId);
}

type Make = (random: Random, groupId: string) => Slip;

const singleRows: Make = (random, groupId) => {
  const rows = Array.from({ length: 1 + random.below(10) }, () => signs(random).join(''));
  return { path: '/toto/buy', wager: { groupId, panels: rows.join('|') }, rows };
};

const openTicket: Make = (random, groupId) => {
  const panel = signs(random);
  for (const match of random.numbers(13, 1 + random.below(5)))
    panel[match - 1] = random.pick(['A', 'B', 'C', 'D']);
  const panels = panel.join('');
  return { path: '/toto/buy', wager: { groupId, panels, system: 'O' }, rows: openRows(panels) };
};

const reducedSystem: Make = (random, groupId) => {
  const panel = signs(random);
  for (const match of random.numbers(13, 4)) panel[match - 1] = 'D';
  const panels = panel.join('');
  return {
    path: '/toto/buy',
    wager: { groupId, panels, system: 'S-4-0-9' },
    rows: systemRows('S-4-0-9', panels),
  };
};

const baseSystem: Make = (random, groupId) => {
  const [panel, base] = [signs(random), Array.from({ length: 13 }, () => '-')];
  for (const match of random.numbers(13, 7)) {
    panel[match - 1] = 'D';
    base[match - 1] = sign(random);
  }
  const [panels, panelU] = [panel.join(''), base.join('')];
  const rows = systemRows('U-7-0-99', panels, panelU);
  return { path: '/toto/buy', wager: { groupId, panels, panelU, system: 'U-7-0-99' }, rows };
};

const rowsOfFile: Make = (random, groupId) => {
  const rows = Array.from({ length: 1 + random.below(120) }, () => signs(random).join(''));
  return { path: '/toto/buy/rows', wager: { groupId, pcRows: rows.join('|') }, rows };
};

export function goalSlip(random: Random): Slip {
  const goal = () => random.pick(['0', '1', '2', '3', '4', '5', '6', '7+']);
  const panel = () => {
    const picks = Array.from({ length: 13 }, goal);
    for (const match of random.numbers(13, random.below(4)))
      picks[match - 1] = random.pick(['1/2', '0/3/5', '2/3/7+']);
    return picks.join();
  };
  const panels = Array.from({ length: 1 + random.below(4) }, panel);
  return { path: '/xg/buy', wager: { panels: panels.join('|') }, rows: panels.flatMap(goalRows) };
}
