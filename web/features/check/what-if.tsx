/** What a row would have won in all real past draws: what was paid, what came back, in the same size. */
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
  /** Of each 100 kr. */
  toPrizes: number;
  boxes: Boxes;
};

export function WhatIfSection({ gameId, whatIf, toPrizes, boxes }: Props) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const games = numberGames.map((name) => ({
    name,
    label: t(`games.${name}.name`),
    to: `${paths.check({ leikur: name })}#hvad-ef`,
  }));
  return (
    <div id="hvad-ef" data-game={gameId}>
      <Section title={t('whatIf.title')}>
        <div className="stack">
          <p className="measure">{t('whatIf.lead')}</p>
          <FilterLinks label={t('common.game')} links={games} chosen={gameId} />
          <Form
            className="row-form"
            method="get"
            action={`${paths.check()}#hvad-ef`}
            preventScrollReset
            key={`${gameId} ${boxes.numbers.join()}`}
          >
            <input type="hidden" name="leikur" value={gameId} />
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
  const { draws, imported, leftOut, from, to, summed, rows } = whatIf;
  const spelled = rows
    .map(({ numbers, bonusNumbers }) => [...numbers, ...bonusNumbers].join(' '))
    .join(' · ');
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
  const { wins, tiers, draws, summed } = whatIf;
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
              tierName(t, win.name),
              win.amount === undefined ? t('whatIf.amountUnknown') : money(win.amount),
            ],
          }))}
          note={wins.length < count ? t('whatIf.newestOnly', { count: wins.length }) : undefined}
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
