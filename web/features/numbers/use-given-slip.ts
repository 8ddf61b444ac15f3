/**
 * The slip, filled from the address when it asks for something; the query is then dropped, nothing is bought.
 */
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { quickPickRow } from '#rules/numbers/quick-pick.ts';
import { nextUint32 } from '#web/shared/games/browser-random.ts';
import type { Given } from './play-data.server.ts';
import type { PlayDraw } from './quote.ts';
import { emptySlip, type Matrix, type Slip, type SlipRow, slipRow } from './slip.ts';
import { type SlipDesk, useSlip } from './use-slip.ts';

export function quickRows(draw: PlayDraw, count: number): SlipRow[] {
  const version = draw.rules;
  return Array.from({ length: count }, () => slipRow(quickPickRow(version, nextUint32)));
}

export function useGivenSlip(draw: PlayDraw, matrix: Matrix, given: Given): SlipDesk {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = (): Slip | null => {
    const rows = quickRows(draw, given.quick);
    if (rows.length > 0) return { ...(given.slip ?? emptySlip), system: 0, rows };
    return given.reset ? emptySlip : given.slip;
  };
  const desk = useSlip({ gameId: draw.gameId, matrix, first: given.reset ? null : given.slip, asked });

  useEffect(() => {
    const query = new URLSearchParams(search);
    const names = ['rows', 'joker', 'system', 'subscription', 'reset', 'quick'].filter((name) =>
      query.has(name),
    );
    if (names.length === 0) return;
    for (const name of names) query.delete(name);
    const left = query.toString();
    const to = pathname + (left === '' ? '' : `?${left}`);
    // The page stays what it is: nothing is read again that could fail.
    void navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [search, pathname, navigate]);

  return desk;
}
