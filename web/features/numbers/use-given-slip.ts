/**
 * The slip, filled from the address when it asks for something; the query is then dropped, nothing is bought.
 */
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { rulesOf } from '#rules/numbers/games.ts';
import { quickPickRow } from '#rules/numbers/quick-pick.ts';
import { useText } from '#web/text/text.tsx';
import type { ToastMessage } from '#web/ui/toast.tsx';
import { nextUint32 } from './browser-random.ts';
import type { Given } from './play-data.server.ts';
import type { PlayDraw } from './quote.ts';
import { emptySlip, type Matrix, type Slip, type SlipRow } from './slip.ts';
import { type UpdateSlip, useSlip } from './use-slip.ts';

export function quickRows(draw: PlayDraw, count: number): SlipRow[] {
  const version = rulesOf(draw);
  return Array.from({ length: count }, () => {
    const { numbers } = quickPickRow(version, nextUint32);
    return { numbers, isQuickPick: true };
  });
}

export type GivenSlip = {
  slip: Slip;
  update: UpdateSlip;
  /** With an undo, when a slip that held something was replaced. */
  notice: ToastMessage | null;
  /** Part of the address could not be read. */
  leftOut: boolean;
  isJokerIncomplete: boolean;
};

export function useGivenSlip(draw: PlayDraw, matrix: Matrix, asked: Given): GivenSlip {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // What the address asked for when the page came; dropping the query must not ask again for the kept slip.
  const [given] = useState(asked);
  const first = useMemo(() => (given.reset ? emptySlip : given.slip), [given]);
  const [slip, update] = useSlip(draw.gameId, matrix, first);
  const [notice, setNotice] = useState<ToastMessage | null>(null);

  useEffect(() => {
    if (given.quick === 0) return;
    update((old) => {
      const undo = { label: t('common.undo'), act: () => update(() => old) };
      if (old.rows.some(({ numbers }) => numbers.length > 0)) {
        setNotice({ text: t('play.replaced'), action: undo });
      }
      return { ...emptySlip, rows: quickRows(draw, given.quick) };
    });
  }, [given, draw, update, t]);

  useEffect(() => {
    const query = new URLSearchParams(search);
    const names = ['rows', 'joker', 'reset', 'quick'].filter((name) => query.has(name));
    if (names.length === 0) return;
    for (const name of names) query.delete(name);
    const left = query.toString();
    const to = pathname + (left === '' ? '' : `?${left}`);
    // The page stays what it is: nothing is read again that could fail.
    void navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
  }, [search, pathname, navigate]);

  return { slip, update, notice, leftOut: given.leftOut, isJokerIncomplete: given.isJokerIncomplete };
}
