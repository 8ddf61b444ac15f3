/** What a row or a system would have won in all real past draws: paid and won in the same size. */
import { Form, Link } from 'react-router';
import { money } from '#texts/number.ts';
import { type NumberGame, numberGames, pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { NumberBoxes } from '#web/ui/number-boxes.tsx';
import { tierName } from '#web/ui/prize-name.ts';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import type { WhatIf } from './check-data.server.ts';
import { Sums } from './sums.tsx';

type Boxes = Omit<Parameters<typeof NumberBoxes>[0], 'bonusName'>;
type Props = {
  gameId: NumberGame;
  whatIf: WhatIf | null;
  /** How many numbers it holds; 0 for a row. */
  system: number;
  systemSizes: readonly number[];
  /** Of each 100 kr. */
  toPrizes: number;
  boxes: Boxes;
};

export function WhatIfSection({ gameId, whatIf, system, systemSizes, toPrizes, boxes }: Props) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const games = numberGames.map((name) => ({
    name,
    label: t(`games.${name}.name`),
    to: `${paths.check({ leikur: name })}#hvad-ef`,
  }));
  const sizes = [0, ...systemSizes].map((size) => ({
    name: String(size),
    label: size === 0 ? t('whatIf.row') : t('whatIf.system', { size }),
    to: `${paths.check({ leikur: gameId, ...(size > 0 && { system: String(size) }) })}#hvad-ef`,
  }));
  return (
    <div id="hvad-ef" data-game={gameId}>
      <Section title={t('whatIf.title')}>
        <div className="stack">
          <p className="measure">{t('whatIf.lead')}</p>
          <FilterLinks label={t('common.game')} links={games} chosen={gameId} />
          <FilterLinks label={t('whatIf.played')} links={sizes} chosen={String(system)} />
          <Form
            className="row-form"
            method="get"
            action={`${paths.check()}#hvad-ef`}
            preventScrollReset
            key={`${gameId} ${boxes.numbers.join()} ${boxes.bonus.join()}`}
          >
            <input type="hidden" name="leikur" value={gameId} />
            {system > 0 && <input type="hidden" name="system" value={system} />}
            <NumberBoxes {...boxes} bonusName={t(`games.${gameId}.bonusName`)} />
            <button type="submit" className="button button-secondary">
              {t('whatIf.ask')}
            </button>
          </Form>
          <div role="status" className="stack">
            {whatIf && <Answer gameId={gameId} whatIf={whatIf} toPrizes={toPrizes} />}
          </div>
        </div>
      </Section>
    </div>
  );
}

type AnswerProps = { gameId: NumberGame; whatIf: WhatIf; toPrizes: number };

function Answer({ gameId, whatIf, toPrizes }: AnswerProps) {
  const { t, format } = useText();
  const { draws, imported, leftOut, from, to, summed, rows, system } = whatIf;
  const numbers = rows.map((row) => [...row.numbers, ...row.bonusNumbers].join(' ')).join(' · ');
  const spelled = system === undefined ? numbers : `${t('whatIf.system', { size: system })}: ${numbers}`;
  return (
    <>
      {imported === 0 && <p className="lead">{t('whatIf.notImported')}</p>}
      {draws > 0 && from && to && (
        <p className="lead measure">
          {t('whatIf.over', { rows: spelled, draws, from: format.dateYear(from), to: format.dateYear(to) })}
        </p>
      )}
      {leftOut > 0 && <p className="measure">{t('whatIf.leftOut', { count: leftOut })}</p>}
      {summed.draws > 0 && <Sums whatIf={whatIf} />}
      {draws > 0 && <Wins gameId={gameId} whatIf={whatIf} toPrizes={toPrizes} />}
    </>
  );
}

function Wins({ gameId, whatIf, toPrizes }: AnswerProps) {
  const { t, format, locale } = useText();
  const { wins, tiers, draws, summed, system } = whatIf;
  const shown = wins.reduce((sum, win) => sum + win.rows, 0);
  const count = tiers.reduce((sum, tier) => sum + tier.wins, 0);
  const unsummed = tiers.reduce((sum, tier) => sum + tier.unsummed, 0);
  return (
    <>
      {count === 0 ? (
        <p>{t('whatIf.noWins')}</p>
      ) : (
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
      )}
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
