/**
 * `bench growth [--tickets SMALL,LARGE] [--coupons N]`: whether a sale, a draw, a page and a check cost the
 * same per ticket or call when the books are larger. Two histories of the product's own shape are compared,
 * by buffers, WAL and processor time. Histories are made once and kept.
 */
import { parseArgs } from 'node:util';
import { bookPieces } from './book-pieces.ts';
import { idleCost, type Subject, withoutWorker } from './cost.ts';
import { drawPieces } from './draw-pieces.ts';
import { keptHistory, manifestOf } from './history/history.ts';
import { note } from './history/note.ts';
import { coldPages, warmPages } from './own-pages.ts';
import { flat, type Piece } from './pieces.ts';
import { onCopy } from './subject.ts';
import { compare, printed } from './table.ts';

/** The most bytes of database that a ticket may take, with its coupons, movements and evidence. */
const bytesMark = 1127;
/** The most processor time of PostgreSQL that the check of the whole ledger may take for a ticket. */
const checkMicrosecondsMark = 25;

type History = { tickets: number; bytesPerTicket: number; pieces: Piece[] };

export async function run(): Promise<object> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      tickets: { type: 'string', default: '250000,2500000' },
      coupons: { type: 'string', default: '50000' },
    },
  });
  const sizes = values.tickets.split(',').map(Number);
  const folders: string[] = [];
  for (const size of sizes) folders.push(await keptHistory(size));
  const histories: History[] = [];
  for (const folder of folders) histories.push(await measure(folder, Number(values.coupons)));
  const [small, large = small] = histories as [History, History?];
  const rows = compare(small.pieces, large.pieces);
  const withinOne = compareInOne(large.pieces);
  console.log(`${small.tickets} → ${large.tickets} tickets\n\n${printed(rows)}`);
  console.log(`\n100 → 20,000 tickets of one player, in the larger history\n\n${printed(withinOne)}\n`);
  const limits = [
    limit('database bytes a ticket', small.bytesPerTicket, large.bytesPerTicket, bytesMark),
    limit('ledger check, µs a ticket', checkTime(small), checkTime(large), checkMicrosecondsMark),
  ];
  for (const { name, small: from, large: to, mark, holds } of limits)
    console.log(`${name}: ${from} → ${to}, at most ${mark} ${holds ? '✓' : '✗'}`);
  const missed = [
    ...missedOf(rows, withinOne),
    ...limits.flatMap(({ name, holds }) => (holds ? [] : [name])),
  ];
  return {
    ...{ value: missed.length, unit: 'marks missed', tickets: [small.tickets, large.tickets] },
    ...{ missed, rows, withinOne, limits, verified: true },
  };
}

function limit(name: string, small: number, large: number, mark: number) {
  return { name, small: Math.round(small), large: Math.round(large), mark, holds: large <= mark };
}

function checkTime({ pieces }: History): number {
  const check = pieces.find(({ name }) => name === 'ledger check');
  return check ? (1000 * check.cost.postgresMs) / check.count : Number.NaN;
}

async function measure(kept: string, coupons: number): Promise<History> {
  const manifest = manifestOf(kept);
  const { tickets, bytesBefore } = manifest;
  note(`measuring a copy of ${kept}`);
  return onCopy(kept, async (running, boot) => {
    const bytes = await databaseBytes(running);
    note('own pages');
    const pages = await withoutWorker(running, async (quiet) => [
      ...(await coldPages(quiet, manifest.players)),
      ...(await warmPages(quiet, manifest.players)),
    ]);
    const idle = await idleCost(running);
    const subject = { ...running, idle };
    const pieces: Piece[] = [
      { name: 'boot', per: 'start', count: 1, cost: boot, marks: flat },
      { name: 'at rest', per: 'second', count: 1, cost: idle, marks: {} },
      ...pages,
    ];
    note('a draw');
    const { made, day } = await drawPieces(subject, coupons);
    note('the books');
    const books = await bookPieces(subject, day, tickets + coupons);
    note('measured');
    return {
      tickets,
      bytesPerTicket: (bytes - bytesBefore) / tickets,
      pieces: [...pieces, ...made, ...books],
    };
  });
}

async function databaseBytes({ monitor }: Pick<Subject, 'monitor'>): Promise<number> {
  const { rows } = await monitor.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return Number(rows[0]?.bytes);
}

/** The player with many tickets against the one with few. */
function compareInOne(pieces: readonly Piece[]) {
  const of = (count: number) =>
    pieces.flatMap((piece) => {
      const [, name] = new RegExp(`^(.*), ${count} tickets`).exec(piece.name) ?? [];
      return name === undefined ? [] : [{ ...piece, name }];
    });
  return compare(of(100), of(20_000));
}

function missedOf(...tables: readonly ReturnType<typeof compare>[]): string[] {
  return tables
    .flat()
    .flatMap(({ name, figures }) =>
      Object.entries(figures).flatMap(([what, { holds, ratio }]) =>
        holds === false ? [`${name}: ${what} ${ratio} ×`] : [],
      ),
    );
}
