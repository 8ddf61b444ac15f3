/** Tables at three widths of content, charts in both views, numbers, pots, seals. */
import { groupDigits, money } from '#texts/number.ts';
import { bonusShapes } from '#web/shared/games/number-games.ts';
import { Pot } from '#web/shared/games/pot.tsx';
import { StatusPill } from '#web/shared/tickets/status-pill.tsx';
import { useText } from '#web/text/text.tsx';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { Digits, Discs } from '#web/ui/discs.tsx';
import * as iconCss from '#web/ui/icon.module.css';
import { GameSymbol, Icon, type IconName, Scene } from '#web/ui/icon.tsx';
import { Knit } from '#web/ui/knit.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { Row, Sample } from './sample.tsx';

const winners = [
  [2, 64_321_450],
  [14, 312_480],
  [1_204, 4_370],
] as const;

export function TableSamples() {
  const { t } = useText();
  const columns: Column[] = [
    { name: t('results.tier') },
    { name: t('results.count'), align: 'end' },
    { name: t('results.amountEach'), align: 'end' },
    { name: t('results.amountTotal'), align: 'end' },
  ];
  const rows = winners.map(([count, each], place) => ({
    key: String(place),
    cells: [t('tiers.mainOnly', { main: 5 - place }), groupDigits(count), money(each), money(count * each)],
  }));
  return (
    <Sample name="Table">
      {(theme) => (
        <>
          <Table caption={t('results.winners')} columns={columns.slice(0, 3)} rows={rows} />
          <Table
            caption={t('results.winners')}
            columns={columns}
            rows={rows}
            note={t('results.inAll', { prizes: 1_220, amount: money(138_278_100) })}
          />
          <Table
            caption={`${t('results.winners')} (${theme})`}
            columns={columns}
            rows={rows}
            narrow="scroll"
          />
        </>
      )}
    </Sample>
  );
}

const counts = [9, 5, 3, 3, 1, 3, 3, 9, 10, 4, 4, 5, 6, 7, 4, 9, 8, 4, 5, 5];

export function ChartSamples({ view, other }: { view: 'chart' | 'table'; other: string }) {
  const { t } = useText();
  return (
    <Sample name="BarChart" wide>
      {() => (
        <>
          <p>{t('statistics.fair')}</p>
          <div data-game="lotto">
            <BarChart
              label={t('statistics.chartLabel', { gameIn: t('games.lotto.nameIn') })}
              bars={counts.map((value, place) => ({
                name: String(place + 1),
                value,
                expected: 5.3,
                deviation: 2.2,
              }))}
              view={view}
              other={other}
              table={
                <Table
                  caption={t('statistics.chartLabel', { gameIn: t('games.lotto.nameIn') })}
                  columns={[{ name: t('statistics.number') }, { name: t('statistics.count'), align: 'end' }]}
                  rows={counts.map((value, place) => ({
                    key: String(place + 1),
                    cells: [place + 1, value],
                  }))}
                />
              }
            />
          </div>
        </>
      )}
    </Sample>
  );
}

const games = ['lotto', 'vikinglotto', 'eurojackpot'] as const;
const families = [...games, 'toto', 'xg', 'lengjan'] as const;

export function NumberSamples() {
  const { t } = useText();
  return (
    <Sample name="Discs, Digits, Pot, StatusPill, Knit">
      {() => (
        <>
          {games.map((game) => (
            <div key={game} data-game={game}>
              <Discs
                numbers={[3, 17, 28, 41]}
                bonus={[8]}
                bonusName={t(`games.${game}.bonusName`)}
                shape={bonusShapes[game]}
              />
            </div>
          ))}
          <Digits digits={[5, 3, 1, 0, 8]} spoken={t('joker.spoken', { digits: '5 3 1 0 8' })} />
          <Pot amount={129_400_000} />
          <Row>
            {(['pending', 'paid', 'lost', 'cancelled'] as const).map((status) => (
              <StatusPill key={status} status={status} />
            ))}
          </Row>
          <Knit hash="c5f438a96584267764cb7bed015e5654" label={t('seal.rootPattern')} />
        </>
      )}
    </Sample>
  );
}

const icons: readonly IconName[] = [
  ...(['menu', 'search', 'x', 'check', 'left', 'right', 'up', 'down', 'edit', 'copy', 'bin'] as const),
  ...(['plus', 'minus', 'clock', 'hour', 'help', 'seal', 'user', 'phone', 'info', 'warn', 'danger'] as const),
  ...(['filter', 'print', 'dl', 'doc', 'out', 'play', 'pin', 'die'] as const),
];

export function MotifSamples() {
  return (
    <Sample name="Icon, GameSymbol, band, Scene">
      {() => (
        <>
          <Row>
            {icons.map((name) => (
              <Icon key={name} name={name} />
            ))}
          </Row>
          <Row>
            {[...families, 'joker'].map((game) => (
              <span key={game} data-game={game}>
                <GameSymbol game={game} />
              </span>
            ))}
          </Row>
          {families.map((game) => (
            <span key={game} className={iconCss.band} data-game={game} aria-hidden="true" />
          ))}
          {games.map((game) => (
            <div key={game} className="sample-scene" data-game={game}>
              <Scene game={game} />
            </div>
          ))}
        </>
      )}
    </Sample>
  );
}
