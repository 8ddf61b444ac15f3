/** Saved rows under their name. They are no ticket: never on paper, without a code. */
import { isNumberGame } from '#web/shared/games/number-games.ts';
import type { SavedSlip } from '#web/shared/purchase/shelf.ts';
import { useText } from '#web/text/text.tsx';
import * as rowsCss from './rows.module.css';
import { RowNumbers } from './rows.tsx';
import * as slips from './slip.ts';

type Props = Pick<SavedSlip<slips.Slip>, 'name' | 'gameId' | 'slip'> & {
  /** Null on the page of all that is saved; other games are named. */
  pageGame: string | null;
};

export function SavedRows({ pageGame, name, gameId, slip }: Props) {
  const { t } = useText();
  // `h2` on the page of all saved rows, `h3` below the title of the dialog.
  const Heading = pageGame === null ? 'h2' : 'h3';
  const game = isNumberGame(gameId) ? gameId : 'lotto';
  const count = t('savedRows.rows', { count: slip.rows.length });
  return (
    <div>
      <Heading>{name}</Heading>
      <p className="meta">{pageGame === gameId ? count : `${t(`games.${game}.name`)}, ${count}`}</p>
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
