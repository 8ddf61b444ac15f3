/** Prizes of a division, and which tickets count in each. */
import { groupDigits, money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as leagueCss from './league.module.css';
import type { Competition } from './league-data.server.ts';
import { PanelSection } from './panel-section.tsx';

type Table = Competition['divisions'][number];

export function Prizes({ table, isFinal }: { table: Table; isFinal: boolean }) {
  const { t } = useText();
  return (
    <PanelSection title={t('competitions.prizes', { division: table.id })}>
      <dl className={leagueCss.ledger}>
        {table.prizes.map((prize, index) => (
          <div key={prize}>
            <dt>{t('competitions.placeName', { place: index + 1 })}</dt>
            <dd>{money(prize)}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t(isFinal ? 'competitions.freeHint' : 'competitions.finalHint')}</p>
    </PanelSection>
  );
}

export function WhatCounts({ competition }: { competition: Competition }) {
  const { t } = useText();
  return (
    <PanelSection title={t('competitions.whatCounts')}>
      <dl className={leagueCss.rules}>
        {competition.divisions.map(({ id, name, maxRows }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{t('competitions.upTo', { rows: groupDigits(maxRows) })}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}
