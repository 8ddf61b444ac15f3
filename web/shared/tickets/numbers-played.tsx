/** The part of a ticket that number lotteries bring: rows with result and sum, Joker, drawn numbers. */
import type { ReactNode } from 'react';
import type { Translate } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { jokerTierName, tierName } from '#texts/prize-name.ts';
import { HitDiscs } from '#web/shared/games/hit-discs.tsx';
import { bonusShapes, type NumberGame } from '#web/shared/games/number-games.ts';
import { useText } from '#web/text/text.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import * as paperCss from './ticket-paper.module.css';

type Row = { numbers: readonly number[]; bonusNumbers: readonly number[]; amountWin?: number | undefined };
type Drawn = { numbers: readonly number[]; bonus: readonly number[]; joker: readonly number[] };

export type NumbersPlay = {
  rows: readonly Row[];
  /** How many numbers a system holds; 0 or absent for rows. */
  system?: number | undefined;
  systemWins?: readonly { name: string; rows: number; amount: number }[] | undefined;
  joker?: readonly number[] | undefined;
  jokerAmountWin?: number | undefined;
  jokerTier?: string | undefined;
  results?: Drawn | undefined;
};

/** The play without its prizes, for a ticket that must not show them. */
export function withoutSums<P extends NumbersPlay>(play: P) {
  const rows = play.rows.map(({ amountWin: _, ...row }: P['rows'][number]) => row);
  return { ...play, rows, systemWins: undefined, jokerAmountWin: undefined };
}

type Props = {
  gameId: NumberGame;
  play: NumbersPlay;
  isVoid?: boolean;
  /** The letters of the slip; by default from A on. */
  letters?: readonly string[];
  /** Before the purchase: the price of a row and of Joker in one draw. */
  costs?: { row: number; joker: number };
};

export function NumbersPlayed({ gameId, play, isVoid = false, letters = [], costs }: Props) {
  const { t } = useText();
  const { rows, system = 0, joker, results } = play;
  const isWide = bonusShapes[gameId] !== 'bonus';
  const look = `${paperCss.rows}${isWide ? ` ${paperCss.wide}` : ''}${costs ? ` ${paperCss.priced}` : ''}`;
  return (
    <ol className={look}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the letter is the identity of a row
        <li key={index} className={system > 0 ? paperCss.system : undefined}>
          {system === 0 && (
            <span className={paperCss.letter}>
              <span className="visually-hidden">{t('proof.row')} </span>
              {letters[index] ?? String.fromCharCode(65 + index)}
            </span>
          )}
          <HitDiscs gameId={gameId} row={row} drawn={results} isVoid={isVoid} />
          {results && <RowOutcome gameId={gameId} play={play} row={row} results={results} />}
          {costs && system === 0 && <Outcome sum={costs.row} />}
        </li>
      ))}
      {joker && (
        <li className={paperCss.joker}>
          <span className={paperCss.letter} aria-hidden="true">
            J
          </span>
          <Digits
            digits={joker}
            spoken={t('joker.spoken', { digits: joker.join(' ') })}
            hits={jokerHits(joker, results?.joker)}
          />
          {play.jokerAmountWin !== undefined && (
            <Outcome sum={play.jokerAmountWin}>{jokerOutcome(t, play)}</Outcome>
          )}
          {costs && <Outcome sum={costs.joker} />}
        </li>
      )}
    </ol>
  );
}

/** The drawn numbers, on the ticket. */
export function NumbersDrawn({ gameId, drawn }: { gameId: NumberGame; drawn: Drawn }) {
  const { t } = useText();
  return (
    <>
      <Discs
        numbers={drawn.numbers}
        bonus={drawn.bonus}
        bonusName={t(`games.${gameId}.bonusName`)}
        shape={bonusShapes[gameId]}
        size="small"
      />
      {drawn.joker.length > 0 && (
        <Digits digits={drawn.joker} spoken={t('joker.spoken', { digits: drawn.joker.join(' ') })} small />
      )}
    </>
  );
}

function Outcome({ children, sum }: { children?: ReactNode; sum: number }) {
  return (
    <span className={sum > 0 ? `${paperCss.outcome} ${paperCss.hasSum}` : paperCss.outcome}>
      <span>{children}</span>
      {sum > 0 && <b className="money">{money(sum)}</b>}
    </span>
  );
}

function jokerOutcome(t: Translate, { jokerTier }: NumbersPlay): string {
  return jokerTier === undefined ? t('status.ticket.lost') : jokerTierName(t, jokerTier);
}

type RowProps = { gameId: NumberGame; play: NumbersPlay; row: Row; results: Drawn };

/** The hits of a row, and its prize once the owner may see it. */
function RowOutcome({ gameId, play: { systemWins = [] }, row, results }: RowProps) {
  const { t } = useText();
  if (systemWins.length > 0) return <SystemWins wins={systemWins} />;
  const right = row.numbers.filter((number) => results.numbers.includes(number)).length;
  const chosen = bonusShapes[gameId] === 'bonus' ? row.numbers : row.bonusNumbers;
  const bonus = chosen.filter((number) => results.bonus.includes(number)).length;
  const words = t('myPages.tickets.hits', { count: right });
  const name = t(bonus === 1 ? `games.${gameId}.bonusName` : `games.${gameId}.bonusNamePlural`);
  return (
    <Outcome sum={row.amountWin ?? 0}>
      {bonus > 0 ? t('proof.withBonus', { right: words, count: bonus, name }) : words}
    </Outcome>
  );
}

function SystemWins({ wins }: { wins: NonNullable<NumbersPlay['systemWins']> }) {
  const { t } = useText();
  return (
    <ul className={paperCss.list}>
      {wins.map(({ name, rows, amount }) => (
        <li key={name}>
          <span>
            {tierName(t, name)}, {t('units.rows', { count: rows })}
          </span>
          <b className="money">{money(rows * amount)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Digits that are right in an unbroken run from the front or the back, as Joker counts them. */
function jokerHits(joker: readonly number[], drawn: readonly number[] = []): boolean[] {
  const same = joker.map((digit, place) => drawn[place] === digit);
  const firstWrong = same.indexOf(false);
  const lastWrong = same.lastIndexOf(false);
  return same.map(
    (_, place) =>
      firstWrong === -1 ||
      (place < firstWrong && firstWrong >= 2) ||
      (place > lastWrong && same.length - 1 - lastWrong >= 2),
  );
}
