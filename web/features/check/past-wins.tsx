/** The answer: what was paid and won over past draws, and each of the wins. */
import { Link } from 'react-router';
import type { Translate } from '#texts/format.ts';
import { money } from '#texts/number.ts';
import { tierName } from '#texts/prize-name.ts';
import { pathsFor } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { PastSums } from '#web/shared/games/past-sums.tsx';
import { NotTicket } from '#web/shared/tickets/not-ticket.tsx';
import { useText } from '#web/text/text.tsx';
import { Table } from '#web/ui/table.tsx';
import type { WhatIf } from './check-data.server.ts';

type AnswerProps = { gameId: NumberGame; whatIf: WhatIf; toPrizes: number };

export function PastWins({ gameId, whatIf, toPrizes }: AnswerProps) {
  const { t, format } = useText();
  const { draws, imported, leftOut, from, to, summed, rows, system } = whatIf;
  const numbers = rows.map((row) => [...row.numbers, ...row.bonusNumbers].join(' ')).join(' · ');
  const spelled = system === undefined ? numbers : `${t('whatIf.system', { size: system })}: ${numbers}`;
  return (
    <NotTicket gameId={gameId} answer={answerOf(t, whatIf)}>
      {imported === 0 && <p className="lead">{t('whatIf.notImported')}</p>}
      {draws > 0 && from && to && (
        <p className="lead measure">
          {t('whatIf.over', { rows: spelled, draws, from: format.dateYear(from), to: format.dateYear(to) })}
        </p>
      )}
      {leftOut > 0 && <p className="measure">{t('whatIf.leftOut', { count: leftOut })}</p>}
      {summed.draws > 0 && (
        <PastSums
          {...summed}
          steps={whatIf.steps}
          spoken={t('whatIf.spoken', {
            paid: money(summed.paid),
            won: money(summed.won),
            draws: summed.draws,
          })}
        />
      )}
      {draws > 0 && <Wins gameId={gameId} whatIf={whatIf} toPrizes={toPrizes} />}
    </NotTicket>
  );
}

function answerOf(t: Translate, { draws, summed, tiers }: WhatIf): string {
  if (draws === 0) return t('whatIf.noDraws');
  if (tiers.every(({ wins }) => wins === 0)) return t('whatIf.noWins');
  if (summed.draws === 0) return t('whatIf.sumUnknown');
  return t('whatIf.answer', { paid: money(summed.paid), won: money(summed.won) });
}

function Wins({ gameId, whatIf, toPrizes }: AnswerProps) {
  const { t } = useText();
  const { tiers, draws, summed } = whatIf;
  const count = tiers.reduce((sum, tier) => sum + tier.wins, 0);
  const unsummed = tiers.reduce((sum, tier) => sum + tier.unsummed, 0);
  return (
    <>
      {count > 0 && <WinsTable gameId={gameId} whatIf={whatIf} count={count} />}
      {unsummed > 0 && (
        <ul>
          {tiers
            .filter((tier) => tier.unsummed > 0)
            .map((tier) => (
              <li key={tier.name}>
                {t('whatIf.unsummedTier', { tier: tierName(t, tier.name), count: tier.unsummed })}
              </li>
            ))}
        </ul>
      )}
      <p className="soft measure">
        {summed.draws < draws && `${t('whatIf.notSummed', { count: draws - summed.draws })} `}
        {t('whatIf.honest', { toPrizes: money(toPrizes) })}
      </p>
    </>
  );
}

/** @param count of all wins; the server sends the newest of them */
function WinsTable({ gameId, whatIf, count }: Omit<AnswerProps, 'toPrizes'> & { count: number }) {
  const { t, format, locale } = useText();
  const { wins, system } = whatIf;
  const shown = wins.reduce((sum, win) => sum + win.rows, 0);
  return (
    <Table
      caption={t('whatIf.wins', { count })}
      columns={[
        { name: t('results.drawn') },
        { name: t('results.tier') },
        { name: t('whatIf.prize'), align: 'end' },
      ]}
      rows={wins.map((win, place) => ({
        key: `${win.draw} ${place}`,
        cells: [
          <Link key="week" to={pathsFor(locale).results(gameId, win)}>
            {format.dateYear(win.drawDate)}
          </Link>,
          system === undefined
            ? tierName(t, win.name)
            : t('whatIf.tierRows', { rows: win.rows, tier: tierName(t, win.name) }),
          win.amount === undefined ? t('whatIf.amountUnknown') : money(win.amount),
        ],
      }))}
      note={shown < count ? t('whatIf.newestOnly', { count: wins.length }) : undefined}
    />
  );
}
