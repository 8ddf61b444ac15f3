/** The rows of a ticket with what was right: filled and checked, the bonus number ringed, the rest thin. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { GameSymbol } from '#web/ui/icon.tsx';
import type { Ticket } from './ticket-data.server.ts';

export function Hits({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { results, joker } = ticket;
  const isVoid = ticket.cancelled !== undefined;
  return (
    <ol className="hits">
      {ticket.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
        <li key={index}>
          <span className="row-mark">
            <span className="visually-hidden">{t('proof.row')} </span>
            {String.fromCharCode(65 + index)}
          </span>
          <ul className="discs figures">
            {row.numbers.map((number) => (
              <NumberDisc key={number} number={number} results={results} isVoid={isVoid} />
            ))}
          </ul>
          {results && <RowOutcome row={row} results={results} />}
        </li>
      ))}
      {joker && (
        <li>
          <GameSymbol game="joker" size="small" />
          <JokerDigits joker={joker} drawn={results?.joker} />
          {ticket.jokerAmountWin !== undefined && (
            <span className={ticket.jokerAmountWin ? 'outcome has-won' : 'outcome'}>
              {ticket.jokerAmountWin ? (
                <b className="money">{money(ticket.jokerAmountWin)}</b>
              ) : (
                <span>{t('status.ticket.lost')}</span>
              )}
            </span>
          )}
        </li>
      )}
    </ol>
  );
}

type Results = NonNullable<Ticket['results']>;

type DiscProps = { number: number; results: Results | undefined; isVoid: boolean };

function NumberDisc({ number, results, isVoid }: DiscProps) {
  const { t } = useText();
  if (results === undefined) return <li className={`disc ${isVoid ? 'disc-miss' : 'disc-on'}`}>{number}</li>;
  if (results.numbers.includes(number)) {
    return (
      <li className="disc disc-hit">
        <span className="visually-hidden">{t('proof.right')} </span>
        {number}
      </li>
    );
  }
  if (results.bonus.includes(number)) {
    return (
      <li className="disc disc-bonus">
        <span className="visually-hidden">{t('games.lotto.bonusName')} </span>
        {number}
      </li>
    );
  }
  return <li className="disc disc-miss">{number}</li>;
}

function RowOutcome({ row, results }: { row: Ticket['rows'][number]; results: Results }) {
  const { t } = useText();
  const right = row.numbers.filter((number) => results.numbers.includes(number)).length;
  const bonus = row.numbers.some((number) => results.bonus.includes(number));
  const words = t('myPages.tickets.hits', { count: right });
  return (
    <span className={row.amountWin ? 'outcome has-won' : 'outcome'}>
      <span>{bonus ? t('proof.withBonus', { right: words }) : words}</span>
      {row.amountWin ? <b className="money">{money(row.amountWin)}</b> : null}
    </span>
  );
}

/** Digits that are right in an unbroken run from the front or the back are marked, as Joker counts them. */
function JokerDigits({ joker, drawn }: { joker: readonly number[]; drawn: readonly number[] | undefined }) {
  const { t } = useText();
  const same = joker.map((digit, place) => drawn?.[place] === digit);
  const firstWrong = same.indexOf(false);
  const lastWrong = same.lastIndexOf(false);
  const counts = (place: number): boolean =>
    drawn !== undefined &&
    drawn.length === 5 &&
    (firstWrong === -1 ||
      (place < firstWrong && firstWrong >= 2) ||
      (place > lastWrong && 4 - lastWrong >= 2));
  return (
    <span className="digits figures">
      <span className="visually-hidden">{t('joker.spoken', { digits: joker.join(' ') })}</span>
      {joker.map((digit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a digit
        <span key={place} className={counts(place) ? 'hit' : undefined} aria-hidden="true">
          {digit}
        </span>
      ))}
    </span>
  );
}
