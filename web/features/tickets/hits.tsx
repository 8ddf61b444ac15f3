/** The rows of a ticket with what was right: filled and checked, the bonus number ringed, the rest thin. */
import { money } from '#texts/number.ts';
import { HitDiscs } from '#web/shared/games/hit-discs.tsx';
import { bonusShapes } from '#web/shared/games/number-games.ts';
import { tierName } from '#web/shared/games/prize-name.ts';
import * as hitsCss from '#web/shared/tickets/hits.module.css';
import { useText } from '#web/text/text.tsx';
import * as discsCss from '#web/ui/discs.module.css';
import { GameSymbol } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import type { NumbersTicket as Ticket } from './ticket-data.server.ts';

export function Hits({ ticket }: { ticket: Ticket }) {
  const { t } = useText();
  const { results, joker } = ticket;
  return (
    <ol className={hitsCss.hits}>
      {ticket.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
        <li key={index} className={ticket.isSystemTicket ? hitsCss.system : undefined}>
          {ticket.isSystemTicket ? (
            <b>{t('system.line', { size: row.numbers.length })}</b>
          ) : (
            <span className={hitsCss.rowMark}>
              <span className="visually-hidden">{t('proof.row')} </span>
              {String.fromCharCode(65 + index)}
            </span>
          )}
          <HitDiscs
            gameId={ticket.gameId}
            row={row}
            drawn={results}
            isVoid={ticket.cancelled !== undefined}
          />
          {results && <RowOutcome ticket={ticket} row={row} results={results} />}
        </li>
      ))}
      {joker && (
        <li>
          <GameSymbol game="joker" small />
          <JokerDigits joker={joker} drawn={results?.joker} />
          {ticket.jokerAmountWin !== undefined && (
            <span
              className={ticket.jokerAmountWin ? `${hitsCss.outcome} ${hitsCss.hasWon}` : hitsCss.outcome}
            >
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

type RowProps = { ticket: Ticket; row: Ticket['rows'][number]; results: Results };

function RowOutcome({ ticket: { gameId, systemWins = [] }, row, results }: RowProps) {
  const { t } = useText();
  const right = row.numbers.filter((number) => results.numbers.includes(number)).length;
  const chosen = bonusShapes[gameId] === 'bonus' ? row.numbers : row.bonusNumbers;
  const bonus = chosen.filter((number) => results.bonus.includes(number)).length;
  const words = t('myPages.tickets.hits', { count: right });
  const name = t(bonus === 1 ? `games.${gameId}.bonusName` : `games.${gameId}.bonusNamePlural`);
  return (
    <>
      <span className={row.amountWin ? `${hitsCss.outcome} ${hitsCss.hasWon}` : hitsCss.outcome}>
        <span>{bonus > 0 ? t('proof.withBonus', { right: words, count: bonus, name }) : words}</span>
        {row.amountWin && systemWins.length === 0 ? <b className="money">{money(row.amountWin)}</b> : null}
      </span>
      {systemWins.length > 0 && <SystemWins wins={systemWins} total={row.amountWin ?? 0} />}
    </>
  );
}

function SystemWins({ wins, total }: { wins: NonNullable<Ticket['systemWins']>; total: number }) {
  const { t } = useText();
  return (
    <dl className={listsCss.keyValues}>
      {wins.map(({ name, rows, amount }) => (
        <div key={name}>
          <dt>{t('myPages.tickets.tierRows', { tier: tierName(t, name), rows, amount: money(amount) })}</dt>
          <dd className="money">{money(rows * amount)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('slip.total')}</dt>
        <dd className="money">
          <b>{money(total)}</b>
        </dd>
      </div>
    </dl>
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
    <span className={`${discsCss.digits} figures`}>
      <span className="visually-hidden">{t('joker.spoken', { digits: joker.join(' ') })}</span>
      {joker.map((digit, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a digit
        <span key={place} className={counts(place) ? discsCss.digitHit : undefined} aria-hidden="true">
          {digit}
        </span>
      ))}
    </span>
  );
}
