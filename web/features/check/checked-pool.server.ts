/** The ticket of a pool for whoever holds its code: its matches, and its rows beside them. */
import type { ApiAnswer } from '#contract/api.ts';
import type { DescribedPlay } from '#contract/described.ts';
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import type { Api } from '#web/api/client.ts';
import { isPool } from '#web/page/paths.ts';
import { type PoolMarks, poolMatchOf } from '#web/shared/pools/pool-match.ts';

export type CheckedPool = PoolMarks & { readonly gameId: PoolId; readonly week: number };

/** Null of other games. */
export async function poolOf(
  api: Api,
  { ticket: { gameId, draws } }: ApiAnswer<'lotto.check'>,
  locale: 'is' | 'en',
): Promise<CheckedPool | null> {
  const [draw] = draws;
  if (!isPool(gameId) || !draw || !('play' in draw)) return null;
  const asked = { params: { programId: `${gameId}-${draw.draw}` }, query: { locale } };
  const program = await (gameId === 'xg' ? api('xg.program', asked) : api('toto.program', asked));
  const matches = program.events.map((event) => poolMatchOf(gameId, event));
  const rows = draw.play.rows.map((row, index) => {
    const picks = picksOf(gameId, row);
    const right = matches.filter(({ outcome }, match) => ((picks[match] ?? 0) >> (outcome ?? 31)) & 1).length;
    return { index, picks, right };
  });
  const [first] = rows;
  const { leftOut = 0 } = draw.play;
  // One row, or the panel of a system.
  const isPanel = rows.length === 1 && leftOut === 0;
  return {
    ...{ gameId, week: program.week, matches, base: null },
    panel: isPanel && first ? first.picks : null,
    rows: isPanel ? [] : rows,
    panelCount: rows.length + leftOut,
    listed: leftOut === 0 ? 'all' : draw.play.outcome ? 'best' : 'first',
    hasFile: false,
  };
}

/** A mask for each match. */
function picksOf(gameId: PoolId, { marks }: DescribedPlay['rows'][number]): number[] {
  const names = outcomesOf(gameId);
  return marks.map(({ text, also = [] }) =>
    [text, ...also].reduce((mask, name) => mask | (1 << names.indexOf(name)), 0),
  );
}
