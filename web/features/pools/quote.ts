/** What the slip costs now and what it lacks, by the same rules that the server prices with. Whole krónur. */
import { matchCount, rowsMax } from '#rules/pools/games.ts';
import { combinationsOf, matchesWith, type Picks } from '#rules/pools/picks.ts';
import { openSystem, systemOf } from '#rules/pools/systems.ts';
import type { PlayProgram } from './program.ts';
import type { RowsFile } from './rows-file.ts';
import { isBegunRow, isCompleteRow, letterOf, type Need, needsOf, type Slip, unmarkedIn } from './slip.ts';

export type Row = {
  /** `A` for the first. */
  readonly letter: string;
  readonly picks: Picks;
  readonly rowCount: number;
};

/** A file as a slip shows it; its rows are sent, and not kept with the quote. */
export type QuotedFile = { readonly name: string; readonly rowCount: number; readonly different: number };

export type Quote = {
  readonly programId: string;
  readonly closeDate: string;
  readonly playDate: string;
  readonly amountRow: number;
  /** Complete ones. */
  readonly rows: readonly Row[];
  /** Begun rows that lack marks, with the matches that have none. */
  readonly unfinished: readonly { readonly letter: string; readonly unmarked: readonly number[] }[];
  /** Empty for single rows, `O` for all combinations of several signs, else a system's id. */
  readonly system: string;
  readonly base: Picks;
  /** What the system lacks; empty where it is whole. */
  readonly lacks: readonly Need[];
  readonly file: QuotedFile | null;
  readonly rowCount: number;
  /** What is bought now: nothing while the slip cannot be sold. */
  readonly total: number;
  /** Of a system that lacks marks, what it costs when it is whole. */
  readonly wholePrice: number | null;
  /** More rows than a ticket may hold. */
  readonly isTooMany: boolean;
  readonly club: number | null;
};

export function quote(slip: Slip, program: PlayProgram): Quote {
  const lettered = slip.rows.map((picks, index) => ({ picks, letter: letterOf(index) }));
  const complete = lettered.filter(({ picks }) => isCompleteRow(picks));
  const system = systemOf(slip.system);
  const [first] = slip.rows;
  const needs = system && first ? needsOf(system, slip, first) : [];
  const lacks = needs.filter(({ has, needs: wanted }) => has !== wanted);
  const rows = complete.map((row) => ({ ...row, rowCount: system?.rows ?? combinationsOf(row.picks) }));
  const rowCount = rows.reduce((sum, row) => sum + row.rowCount, 0);
  const isOpen = rows.some((row) => row.rowCount > 1);
  const isWhole = rowCount > 0 && lacks.length === 0;
  const isTooMany = rowCount > rowsMax;
  return {
    ...quoteHead(program),
    rows,
    unfinished: lettered
      .filter(({ picks }) => isBegunRow(picks) && !isCompleteRow(picks))
      .map(({ letter, picks }) => ({ letter, unmarked: unmarkedIn(picks) })),
    system: system?.id ?? (program.gameId !== 'xg' && isOpen ? openSystem.id : ''),
    base: slip.base,
    lacks,
    file: null,
    rowCount,
    total: isWhole && !isTooMany ? rowCount * program.amountRow : 0,
    wholePrice: system && !isWhole ? system.rows * program.amountRow : null,
    isTooMany,
    club: slip.club,
  };
}

const quoteHead = ({ programId, closeDate, playDate, amountRow }: PlayProgram) => ({
  ...{ programId, closeDate, playDate, amountRow },
});

/** @param file null while none is chosen */
export function quoteFile(file: RowsFile | null, club: number | null, program: PlayProgram): Quote {
  const { name, rows } = file ?? { name: '', rows: '' };
  const rowCount = Math.ceil(rows.length / (matchCount + 1));
  return {
    ...quoteHead(program),
    ...{ rows: [], unfinished: [], system: '', base: [], lacks: [], wholePrice: null, isTooMany: false },
    file: { name, rowCount, different: rowCount > 0 ? new Set(rows.split('|')).size : 0 },
    rowCount,
    total: rowCount * program.amountRow,
    club,
  };
}

/** Matches with two signs, and with three. */
export function coversIn(picks: Picks): { doubles: number; triples: number } {
  return { doubles: matchesWith(picks, 2), triples: matchesWith(picks, 3) };
}
