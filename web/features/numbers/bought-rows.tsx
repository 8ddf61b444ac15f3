/** Rows and Joker as they are bought: in the review and on the receipt. */
import { useText } from '#web/text/text.tsx';
import * as discsCss from '#web/ui/discs.module.css';
import { Digits } from '#web/ui/discs.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import type { GameId } from './play-data.server.ts';
import type { Quote } from './quote.ts';
import * as rowsCss from './rows.module.css';
import { RowLetter, RowNumbers } from './rows.tsx';
import { rowLetter } from './slip.ts';

type Props = {
  gameId: GameId;
  quote: Quote;
  /** Those of the slip; without them as on the ticket, from A on. */
  letters?: readonly string[];
};

export function BoughtRows({ gameId, quote, letters = [] }: Props) {
  const { t } = useText();
  return (
    <>
      <ol
        className={
          quote.system === 0
            ? `${rowsCss.lines} ${rowsCss.linesSlip}`
            : `${rowsCss.lines} ${rowsCss.linesSlip} ${rowsCss.linesSystem}`
        }
      >
        {quote.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          <li key={index}>
            {quote.system === 0 && <RowLetter letter={letters[index] ?? rowLetter(index)} />}
            <RowNumbers gameId={gameId} row={row} />
          </li>
        ))}
      </ol>
      {quote.joker && (
        <div className={discsCss.jokerRow}>
          <span>
            <GameSymbol game="joker" small /> {t('joker.title')}
          </span>
          <Digits digits={quote.joker} spoken={t('joker.spoken', { digits: quote.joker.join(' ') })} />
        </div>
      )}
    </>
  );
}
