/**
 * Every tier with its share or fixed prize and its exact chance; the chances do not depend on earlier draws.
 */
import { useId } from 'react';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { jokerTierName, tierName } from '#web/ui/prize-name.ts';

type Props = {
  tiers: readonly { condition: string; oneIn: string; sharePercent: number }[];
  joker: readonly { condition: string; oneIn: string; amount: number }[];
};

export function OddsTable({ tiers, joker }: Props) {
  const { t } = useText();
  return (
    <div className="odds-tables">
      <Table
        title={t('games.lotto.name')}
        prize={t('chances.share')}
        rows={tiers.map(({ condition, oneIn, sharePercent }) => [
          tierName(t, condition),
          t('units.percent', { value: sharePercent }),
          oneIn,
        ])}
      />
      <Table
        title={t('joker.title')}
        prize={t('chances.prize')}
        rows={joker.map(({ condition, oneIn, amount }) => [
          jokerTierName(t, condition),
          money(amount),
          oneIn,
        ])}
      />
      <p className="meta">{t('chances.note')}</p>
    </div>
  );
}

function Table({
  title,
  prize,
  rows,
}: {
  title: string;
  prize: string;
  rows: readonly [string, string, string][];
}) {
  const { t } = useText();
  const id = useId();
  return (
    <table aria-labelledby={id}>
      <caption>
        <h3 id={id}>{title}</h3>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('chances.condition')}</th>
          <th scope="col" className="align-right">
            {prize}
          </th>
          <th scope="col" className="align-right">
            {t('chances.odds')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, worth, oneIn]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="align-right">{worth}</td>
            <td className="align-right">{t('units.odds', { value: oneIn })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
