/** Saved rows under their name. They are no ticket: never on paper, without a code. */
import { isNumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import * as rowsCss from './rows.module.css';
import { RowNumbers } from './rows.tsx';
import type { SavedSlip } from './shelf.ts';
import * as slips from './slip.ts';

/** @param gameId the game of the page, null on the page of all saved rows; other games are named */
export function SavedRows({ gameId, saved }: { gameId: string | null; saved: SavedSlip }) {
  const { t } = useText();
  const { slip } = saved;
  // `h2` on the page of all saved rows, `h3` below the title of the dialog.
  const Heading = gameId === null ? 'h2' : 'h3';
  const game = isNumberGame(saved.gameId) ? saved.gameId : 'lotto';
  const count = t('savedRows.rows', { count: slip.rows.length });
  return (
    <div>
      <Heading>{saved.name}</Heading>
      <p className="meta">{saved.gameId === gameId ? count : `${t(`games.${game}.name`)}, ${count}`}</p>
      <ol className={`${rowsCss.lines} ${rowsCss.linesSlip} ${slip.system > 0 ? rowsCss.linesSystem : ''}`}>
        {slip.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a row
          <li key={index}>
            {slip.system === 0 && <span className={rowsCss.rowMark}>{slips.rowLetter(index)}</span>}
            <RowNumbers gameId={game} row={row} />
          </li>
        ))}
        {slip.joker && <li>{t('joker.spoken', { digits: slip.joker.join(' ') })}</li>}
      </ol>
    </div>
  );
}
