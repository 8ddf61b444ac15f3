/**
 * Every tier with its exact chance, and what it pays: Joker's prizes are fixed, the game's own are shares of
 * the sales, so the latest draw stands as the example of what they came to.
 */
import { money } from '#texts/number.ts';
import { jokerTierName, tierName } from '#texts/prize-name.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Table } from '#web/ui/table.tsx';
import * as gamePageCss from './game-page.module.css';
import type { GameId } from './play-data.server.ts';

/**
 * `sharePercent`: as it is written. `paid`: each prize of the latest draw; null where nobody won, undefined
 * where that is not known.
 */
type Tier = {
  condition: string;
  oneIn: string;
  sharePercent: string | null;
  paid: number | null | undefined;
};

type Props = {
  gameId: GameId;
  tiers: readonly Tier[];
  joker: readonly { condition: string; oneIn: string; amount: number }[];
  /** The draw that was paid. */
  paidOn: { drawDate: string; isSample: boolean } | null;
};

export function OddsTable({ gameId, tiers, joker, paidOn }: Props) {
  const { t, format } = useText();
  const example = tiers.some(({ paid }) => paid !== undefined) ? paidOn : null;
  return (
    <div className={gamePageCss.oddsTables}>
      {example === null ? (
        <Odds
          title={t(`games.${gameId}.name`)}
          prize={t('chances.share')}
          rows={tiers.map(({ condition, sharePercent, oneIn }) => ({
            name: tierName(t, condition),
            worth: sharePercent === null ? t('chances.common') : t('units.percent', { value: sharePercent }),
            oneIn,
          }))}
        />
      ) : (
        <Odds
          title={t(`games.${gameId}.name`)}
          prize={t('chances.paid', { date: format.dayMonthShort(example.drawDate) })}
          rows={tiers.map(({ condition, sharePercent, paid, oneIn }) => ({
            name: tierName(t, condition),
            share:
              sharePercent === null
                ? t('chances.common')
                : t('chances.shareOf', { share: t('units.percent', { value: sharePercent }) }),
            worth: paid === undefined ? '–' : paid === null ? t('chances.notWon') : money(paid),
            oneIn,
          }))}
        />
      )}
      <Odds
        title={t('joker.title')}
        prize={t('chances.prize')}
        rows={joker.map(({ condition, amount, oneIn }) => ({
          name: jokerTierName(t, condition),
          worth: money(amount),
          oneIn,
        }))}
      />
      <p className="meta measure">
        {example !== null && `${t('chances.example', { date: format.dateYear(example.drawDate) })} `}
        {example?.isSample && `${t('chances.exampleSample')} `}
        {t('chances.note')}
      </p>
    </div>
  );
}

type Row = { name: string; share?: string; worth: string; oneIn: string };

function Odds({ title, prize, rows }: { title: string; prize: string; rows: readonly Row[] }) {
  const { t } = useText();
  return (
    <section className={gamePageCss.odds}>
      <h3>{title}</h3>
      <Table
        caption={title}
        isCaptionHidden
        columns={[
          { name: t('chances.condition') },
          { name: prize, align: 'end' },
          { name: t('chances.odds'), align: 'end' },
        ]}
        rows={rows.map(({ name, share, worth, oneIn }) => ({
          key: name,
          cells: [
            <>
              {name}
              {share !== undefined && <span className={`meta ${listsCss.ofFund}`}>{share}</span>}
            </>,
            worth,
            t('units.odds', { value: oneIn }),
          ],
        }))}
      />
    </section>
  );
}
