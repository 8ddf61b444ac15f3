/** Winners per tier, what each got and what they got together; Joker's fixed prizes below. */
import { time } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { jokerTierName, tierName } from '#texts/prize-name.ts';
import * as prizesCss from '#web/shared/games/prizes.module.css';
import { useText } from '#web/text/text.tsx';
import { foldedPart, NarrowFold } from '#web/ui/narrow-fold.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import * as resultsCss from './results.module.css';
import type { Raffle, Result } from './results-types.ts';

type Row = Result['lottoWins'][number];

type PrizeProps = {
  result: Result;
  /** The numbers are known, and the engines still work the prizes out. */
  isCounting: boolean;
  /** Other countries have winners too. */
  isShared: boolean;
};

export function PrizeTable({ result: { lottoWins, confirmedAt }, ...of }: PrizeProps) {
  const { t } = useText();
  return (
    <MainPrizes rows={lottoWins} nameOf={({ name }) => tierName(t, name)} confirmedAt={confirmedAt} {...of} />
  );
}

type MainProps = Pick<TableProps, 'rows' | 'nameOf'> &
  Omit<PrizeProps, 'result'> & { confirmedAt: string | undefined };

/** Or that they are not known. */
export function MainPrizes({ rows, nameOf, confirmedAt, isCounting, isShared }: MainProps) {
  const { t, format } = useText();
  if (rows.length === 0) {
    return (
      <div className={resultsCss.mainPrizes}>
        <Notice kind="info" icon={isCounting ? 'clock' : 'info'}>
          {t(isCounting ? 'results.pending' : 'results.noPrizes')}
        </Notice>
      </div>
    );
  }
  const count = rows.reduce((sum, row) => sum + row.winners, 0);
  const total = rows.reduce((sum, row) => sum + row.amountTotal, 0);
  return (
    <div className={resultsCss.mainPrizes}>
      <WinnersTable title={t('results.winners')} rows={rows} nameOf={nameOf} isShared={isShared} isFolded />
      <p className={`meta ${resultsCss.afterTable}`}>
        {confirmedAt &&
          `${t('results.confirmed', { date: format.dateYear(confirmedAt), time: time(confirmedAt) })}. `}
        {t('results.inAll', { prizes: count, amount: money(total) })}
      </p>
    </div>
  );
}

export function JokerTable({ result }: { result: Result }) {
  const { t } = useText();
  if (result.jokerWins.length === 0) return null;
  return (
    <NarrowFold label={t('results.showJoker')}>
      <div className={foldedPart}>
        <WinnersTable
          title={t('joker.title')}
          rows={result.jokerWins}
          nameOf={(row) => jokerTierName(t, row.name)}
        />
      </div>
    </NarrowFold>
  );
}

/** The numbers of each prize, or that nothing was drawn yet. */
export function RaffleTable({ raffle }: { raffle: NonNullable<Raffle> }) {
  const { t } = useText();
  const { name, text, prizes, held } = raffle;
  if (!held || held.numbers.length === 0) {
    return (
      <div className={prizesCss.winners}>
        <h2>{name}</h2>
        <p>{t(held ? 'raffle.nobody' : 'raffle.pending')}</p>
      </div>
    );
  }
  const amounts = [...new Set(prizes.map(({ amount }) => amount))];
  return (
    <div className={prizesCss.winners}>
      <h2>{name}</h2>
      <p className="soft">{text}</p>
      <Table
        caption={name}
        isCaptionHidden
        columns={[{ name: t('myPages.tickets.promotion') }, { name: t('results.amountEach'), align: 'end' }]}
        rows={amounts.flatMap((amount) => {
          const numbers = held.numbers
            .flatMap((drawn) => (drawn.amount === amount ? [drawn.number] : []))
            .toSorted((a, b) => a - b);
          return numbers.length > 0
            ? [{ key: String(amount), cells: [numbers.join(', '), money(amount)] }]
            : [];
        })}
      />
      <p className={`meta ${resultsCss.afterTable}`}>{t('raffle.tookPart', { count: held.coupons })}</p>
    </div>
  );
}

type TableProps = {
  title: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  isShared?: boolean;
  /** On a phone the columns of counts are folded, for a table with many tiers. */
  isFolded?: boolean;
};

function WinnersTable({ title, rows, nameOf, isShared = false, isFolded = false }: TableProps) {
  const { t } = useText();
  const ifWon = ({ winners }: Row, amount: number): string => (winners === 0 ? '–' : money(amount));
  const local = { name: t('results.winnersLocal'), align: 'end', isFolded } as const;
  const table = (
    <Table
      caption={title}
      isCaptionHidden
      columns={[
        { name: t('results.tier') },
        { name: t(isShared ? 'results.inAllCountries' : 'results.count'), align: 'end', isFolded },
        ...(isShared ? [local] : []),
        { name: t('results.amountEach'), align: 'end' },
        { name: t('results.amountTotal'), align: 'end', isWide: true },
      ]}
      rows={rows.map((row) => ({
        key: row.name,
        cells: [
          nameOf(row),
          groupDigits(row.winners),
          ...(isShared ? [groupDigits(row.winnerCountLocal)] : []),
          ifWon(row, row.amount),
          ifWon(row, row.amountTotal),
        ],
      }))}
    />
  );
  return (
    <div className={prizesCss.winners}>
      <h2>{title}</h2>
      {isFolded ? (
        <NarrowFold label={t('results.showCounts')} isBelow>
          {table}
        </NarrowFold>
      ) : (
        table
      )}
    </div>
  );
}
