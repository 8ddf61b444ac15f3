/**
 * Every game, once. Whoever needs a list of games takes it from here; what a game is like stands with its
 * kind. A new game is a row here, and what the types then ask for.
 */

export type Kind = 'numbers' | 'pools' | 'betting';

type Game = {
  readonly id: string;
  readonly kind: Kind;
  /** The name of its colours and its symbol; games of one family share them. */
  readonly colour: string;
  /** The first year of its results; null where there are none yet. */
  readonly firstYear: number | null;
};

/** In the order in which they are shown. */
export const games = [
  { id: 'lotto', kind: 'numbers', colour: 'lotto', firstYear: 1987 },
  { id: 'vikinglotto', kind: 'numbers', colour: 'vikinglotto', firstYear: 1993 },
  { id: 'eurojackpot', kind: 'numbers', colour: 'eurojackpot', firstYear: 2013 },
  { id: 'totoeng', kind: 'pools', colour: 'toto', firstYear: 2021 },
  { id: 'totoeur', kind: 'pools', colour: 'toto', firstYear: 2016 },
  { id: 'xg', kind: 'pools', colour: 'xg', firstYear: 2022 },
  { id: 'lengjan', kind: 'betting', colour: 'lengjan', firstYear: null },
  { id: 'lengjanlive', kind: 'betting', colour: 'lengjan', firstYear: null },
] as const satisfies readonly Game[];

type Row = (typeof games)[number];
export type AnyGameId = Row['id'];
export type GameIdOf<Wanted extends Kind> = Extract<Row, { kind: Wanted }>['id'];
export type GameColour = Row['colour'];

export const allGameIds: readonly AnyGameId[] = games.map(({ id }) => id);

export function gameIdsOf<Wanted extends Kind>(wanted: Wanted): readonly GameIdOf<Wanted>[] {
  return games.filter(({ kind }) => kind === wanted).map(({ id }) => id as GameIdOf<Wanted>);
}

/** Each once, in order. */
export const gameColours: readonly GameColour[] = [...new Set(games.map(({ colour }) => colour))];

/** Of the results of a game that has any. */
export function firstYearOf(id: Extract<Row, { firstYear: number }>['id']): number {
  return games.find((game) => game.id === id)?.firstYear ?? 0;
}

/** Null for what is no game. */
export function gameOf(id: string): Row | null {
  return games.find((game) => game.id === id) ?? null;
}
