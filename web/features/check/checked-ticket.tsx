/** The rows of the ticket whose code was typed, draw by draw, with what was right and what it won. */
import type { ApiAnswer } from '#contract/api.ts';
import type { DescribedCheck } from '#contract/described.ts';
import type { NumbersCheck } from '#contract/games/numbers.ts';
import { money } from '#texts/number.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { HitDiscs } from '#web/shared/games/hit-discs.tsx';
import * as marksCss from '#web/shared/games/marks.module.css';
import { Marks } from '#web/shared/games/marks.tsx';
import { bonusShapes, type NumberGame } from '#web/shared/games/number-games.ts';
import { DescribedPlay } from '#web/shared/tickets/described-play.tsx';
import * as hitsCss from '#web/shared/tickets/hits.module.css';
import { useText } from '#web/text/text.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';

type Ticket = ApiAnswer<'lotto.check'>['ticket'];
type Draw = Ticket['draws'][number];

export function CheckedTicket({ ticket }: { ticket: Ticket }) {
  return 'rows' in ticket ? <CheckedNumbers ticket={ticket} /> : <Described ticket={ticket} />;
}

/** Of a game that has no pages of its own. */
function Described({ ticket: { gameId, draws } }: { ticket: DescribedCheck }) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  return draws.map((draw) => (
    <section key={draw.draw} className="checked" data-game={gameId}>
      <h3>{t('check.drawOf', { game: nameOf(gameId), date: format.dateYear(draw.drawDate) })}</h3>
      <div className={marksCss.play}>
        {draw.play.outcome && (
          <>
            <h4>{draw.play.outcome.name[locale]}</h4>
            <Marks marks={draw.play.outcome.marks} />
          </>
        )}
        <DescribedPlay play={draw.play} />
        <p>{outcomeOf(t, draw)}</p>
      </div>
    </section>
  ));
}

function CheckedNumbers({ ticket }: { ticket: NumbersCheck }) {
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
      <ol className={hitsCss.hits}>
        {ticket.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
          <li key={index} className={ticket.system === undefined ? undefined : hitsCss.system}>
            {ticket.system === undefined ? (
              <span className={hitsCss.rowMark}>{String.fromCharCode(65 + index)}</span>
            ) : (
              <b>{t('system.line', { size: ticket.system })}</b>
            )}
            <HitDiscs gameId={gameId} row={row} drawn={draw.results} size="small" />
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
