/** The marks that an address asks for. They fill the slip, the query is dropped, and nothing is bought. */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PoolId } from '#rules/pools/games.ts';
import { type PlayAddress, parsePlayAddress } from '#rules/pools/play-address.ts';
import type { PlayProgram } from './program.ts';
import { readSlip, type Slip } from './slip.ts';

const parameters = ['program', 'rows', 'system', 'base'] as const;

/** Null where none are asked for; `unread` where they are none. */
export type Given = PlayAddress | 'unread' | null;

export function givenIn(gameId: PoolId, query: URLSearchParams): Given {
  if (!query.has('rows')) return null;
  const asked = Object.fromEntries(parameters.map((name) => [name, query.get(name)]));
  return parsePlayAddress(gameId, asked) ?? 'unread';
}

type Program = Pick<PlayProgram, 'gameId' | 'programId'>;

/** Null where nothing is asked for, or not of this program: marks are for its matches. */
export function slipOf(given: Given, { gameId, programId }: Program): Slip | null {
  if (given === null || given === 'unread') return null;
  if (given.programId !== '' && given.programId !== programId) return null;
  const { rows, system, base } = given;
  return readSlip({ rows, system, base, active: 0, club: null }, gameId);
}

export const isLeftOut = (given: Given, program: Program): boolean =>
  given !== null && slipOf(given, program) === null;

export function useDroppedQuery(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!query.has('rows')) return;
    for (const name of parameters) query.delete(name);
    const left = query.toString();
    const to = pathname + (left === '' ? '' : `?${left}`);
    // The page stays what it is: nothing is read again that could fail.
    void navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [search, pathname, navigate]);
}
