/** Parts of a club pool: its state, its shares as a bar, and the way of the money. */

import * as statusPillCss from '#web/shared/tickets/status-pill.module.css';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { Stations } from '#web/ui/stations.tsx';
import type { Pool, PoolData } from './pool-data.ts';
import * as syndicatesCss from './syndicates.module.css';

const looks = {
  collecting: [statusPillCss.waiting, 'hour'],
  placing: [statusPillCss.waiting, 'hour'],
  playing: [statusPillCss.waiting, 'hour'],
  ended: [statusPillCss.won, 'check'],
  void: [statusPillCss.none, 'x'],
} as const;

export function PoolStatus({ status }: Pick<Pool, 'status'>) {
  const { t } = useText();
  const [look, icon] = looks[status];
  return (
    <span className={`${statusPillCss.pill} ${look}`}>
      <Icon name={icon} small />
      {t(`toto.clubsale.status.${status}`)}
    </span>
  );
}

/** Blocks of a bar are at most so many: the rest is drawn as one. */
const blocksMax = 120;

type BarProps = { sizes: PoolData['sizes']; mine: number; adds?: number; label: string };

/** A bar with one block for each share: the player's own is dark, one that is being added is hatched. */
export function ShareBlocks({ sizes, mine, adds = 0, label }: BarProps) {
  const all = sizes.flatMap(({ stake, count }) =>
    Array.from({ length: Math.min(count, blocksMax) }, () => stake),
  );
  const own = all.indexOf(mine);
  const others = all.filter((_, place) => place !== own).slice(0, blocksMax);
  const total = sizes.reduce((sum, { stake, count }) => sum + stake * count, 0);
  const rest = total - others.reduce((sum, stake) => sum + stake, 0) - (own < 0 ? 0 : mine);
  const blocks = [
    ...others.map((width) => ({ width, look: undefined })),
    ...(rest > 0 ? [{ width: rest, look: undefined }] : []),
    ...(own < 0 ? [] : [{ width: mine, look: syndicatesCss.me }]),
  ];
  const whole = blocks.reduce((sum, { width }) => sum + width, adds);
  if (whole === 0) return null;
  return (
    <svg
      className={syndicatesCss.blocks}
      viewBox={`0 0 ${whole} 44`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {blocks.map(({ width, look }, place) => {
        const x = blocks.slice(0, place).reduce((sum, block) => sum + block.width, 0);
        const gap = Math.min(whole / 300, width / 4);
        const isOwn = look !== undefined;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: equal shares differ in their place alone.
            key={place}
            className={look}
            x={x}
            y={isOwn ? 0 : 12}
            width={width - gap}
            height={isOwn ? 44 : 32}
          />
        );
      })}
      <path className={syndicatesCss.me} d={lines(whole - adds, whole)} />
    </svg>
  );
}

/** Upright lines from one place to the other, as dense in each bar. */
function lines(from: number, to: number): string {
  const step = to / 120;
  const count = Math.ceil((to - from) / step);
  return Array.from(
    { length: count },
    (_, nth) => `M${from + nth * step} 0h${step * 0.4}V44h${-step * 0.4}z`,
  ).join('');
}

/** How a pool goes, from the first share to the split. */
export function PoolWay({ pool }: { pool: Pool }) {
  const { t, format } = useText();
  const reached = { collecting: 0, placing: 1, playing: 2, ended: 3, void: 3 }[pool.status];
  const step = (name: 'collect' | 'place' | 'play' | 'settle', at?: string) => ({
    name: t(`toto.clubsale.way.${name}`),
    how: t(`toto.clubsale.way.${name}How`),
    ...(at !== undefined && { at }),
  });
  return (
    <Section title={t('toto.clubsale.way.title')}>
      <Stations
        now={reached}
        stations={[
          step('collect', t('toto.clubsale.way.until', { time: format.dateTime(pool.collectsUntil) })),
          step('place', t('toto.clubsale.way.until', { time: format.dateTime(pool.closeDate) })),
          step('play', t('toto.clubsale.way.from', { time: format.dateTime(pool.playDate) })),
          step('settle'),
        ]}
      />
    </Section>
  );
}

/** Where each 100 kr. go. */
export function Hundred({ pool }: { pool: Pool }) {
  const { t } = useText();
  const [prizes, club] = [pool.prizeShare / 100, pool.clubShare / 100];
  const parts = [
    { key: 'prizes', value: prizes },
    { key: 'club', value: club },
    { key: 'rest', value: 100 - prizes - club },
  ] as const;
  const label = parts.map(({ key, value }) => t(`toto.clubsale.hundred.${key}`, { value })).join(', ');
  return (
    <Section title={t('toto.clubsale.hundred.title')}>
      <svg
        className={syndicatesCss.hundred}
        viewBox="0 0 1000 34"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path className={syndicatesCss.prizes} d={threads(0, prizes, 0)} />
        <path className={syndicatesCss.club} d={threads(prizes, prizes + club, 11)} />
        <path className={syndicatesCss.rest} d={threads(prizes + club, 100, 20)} />
      </svg>
      <ul className={syndicatesCss.hundredWords}>
        {parts.map(({ key, value }) => (
          <li key={key}>{t(`toto.clubsale.hundred.${key}`, { value })}</li>
        ))}
      </ul>
    </Section>
  );
}

const threads = (from: number, to: number, top: number): string =>
  Array.from({ length: to - from }, (_, place) => `M${(from + place) * 10} ${top}h5.5V34h-5.5z`).join('');

export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <p className={syndicatesCss.figure}>
      <span className="soft">{name}</span>
      <b>{value}</b>
    </p>
  );
}
