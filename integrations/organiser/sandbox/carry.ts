/** What the common pools carry from draw to draw, as it is kept: euro as decimal texts. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommonCarry } from '#rules/numbers/common-pools.ts';
import { formatEuro, parseEuro } from '#rules/values/euro.ts';

export type KeptCarry = { tiers: Record<string, string>; booster: string };

export function keptCarry({ tiers, booster }: CommonCarry): KeptCarry {
  const amounts = Object.entries(tiers).map(([tier, amount]) => [tier, formatEuro(amount ?? parseEuro('0'))]);
  return { tiers: Object.fromEntries(amounts), booster: formatEuro(booster) };
}

export function readCarry({ tiers, booster }: KeptCarry): CommonCarry {
  const amounts = Object.entries(tiers).map(([tier, amount]) => [Number(tier), parseEuro(amount)]);
  return { tiers: Object.fromEntries(amounts), booster: parseEuro(booster) };
}

const openingFile = (folder: string) => join(folder, 'opening.json');

/** What waits in the pools of each game before their first draw here. */
export function writeOpening(folder: string, openings: Readonly<Record<string, CommonCarry>>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = Object.entries(openings).map(([game, carry]) => [game, keptCarry(carry)]);
  writeFileSync(openingFile(folder), JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 });
}

export function readOpening(folder: string, game: string): CommonCarry {
  const kept = existsSync(openingFile(folder))
    ? (JSON.parse(readFileSync(openingFile(folder), 'utf8')) as Record<string, KeptCarry>)
    : {};
  return readCarry(kept[game] ?? { tiers: {}, booster: '0' });
}
