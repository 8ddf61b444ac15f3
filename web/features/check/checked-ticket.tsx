/** The rows of the ticket whose code was typed, draw by draw, with what was right and what it won. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import type { NumberGame } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import { bonusShapes } from '#web/ui/games.ts';

type Ticket = NonNullable<ApiAnswer<'lotto.check'>['ticket']>;
type Draw = Ticket['draws'][number];

export function CheckedTicket({ ticket }: { ticket: Ticket }) {
  const { t, format } = useText();
  const gameId = ticket.gameId as NumberGame;
  return ticket.draws.map((draw) => (
    <section key={draw.draw} className="checked" data-game={gameId}>
      <h3>{t('check.drawOf', { game: t(`games.${gameId}.name`), date: format.dateYear(draw.drawDate) })}</h3>
      {draw.results && (
        <Discs
          numbers={draw.results.numbers}
          bonus={draw.results.bonus}
          shape={bonusShapes[gameId]}
          bonusName={t(`games.${gameId}.bonusName`)}
          size="small"
        />
      )}
      <ol className="hits">
        {ticket.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          <li key={index} className={ticket.system === undefined ? undefined : 'hits-system'}>
            {ticket.system === undefined ? (
              <span className="row-mark">{String.fromCharCode(65 + index)}</span>
            ) : (
              <b>{t('system.line', { size: ticket.system })}</b>
            )}
            <Row gameId={gameId} row={row} results={draw.results} />
          </li>
        ))}
      </ol>
      {ticket.joker && (
        <p>
          <Digits
            digits={ticket.joker}
            spoken={t('joker.spoken', { digits: ticket.joker.join(' ') })}
            small
          />
        </p>
      )}
      <p>{outcomeOf(t, draw)}</p>
    </section>
  ));
}

function outcomeOf(t: ReturnType<typeof useText>['t'], { isCancelled, amountWin }: Draw): string {
  if (isCancelled) return t('status.ticket.cancelled');
  if (amountWin === undefined) return t('results.checkUnknown');
  return amountWin > 0 ? t('results.checkWin', { amount: money(amountWin) }) : t('results.checkNone');
}

type RowProps = { gameId: NumberGame; row: Ticket['rows'][number]; results: Draw['results'] };

function Row({ gameId, row, results }: RowProps) {
  const { t } = useText();
  const isAmongMain = bonusShapes[gameId] === 'bonus';
  const numbers = row.numbers.map((number) => {
    const isBonus = isAmongMain && results?.bonus.includes(number);
    const isRight = results?.numbers.includes(number);
    const look = results === undefined ? 'on' : isRight ? 'hit' : isBonus ? 'bonus' : 'miss';
    return {
      number,
      look,
      spoken: isRight ? t('proof.right') : isBonus ? t(`games.${gameId}.bonusName`) : '',
    };
  });
  const extras = row.bonusNumbers.map((number) => {
    const isRight = results?.bonus.includes(number);
    const after = results === undefined ? '' : isRight ? ' disc-right' : ' disc-out';
    const name = t(`games.${gameId}.bonusName`);
    return {
      number,
      look: `${bonusShapes[gameId]}${after}`,
      spoken: isRight ? `${t('proof.right')} ${name}` : name,
    };
  });
  return (
    <ul className="discs figures">
      {[...numbers, ...extras].map(({ number, look, spoken }) => (
        <li key={`${look} ${number}`} className={`disc disc-small disc-${look}`}>
          {spoken !== '' && <span className="visually-hidden">{spoken} </span>}
          {number}
        </li>
      ))}
    </ul>
  );
}
