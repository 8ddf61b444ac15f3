/** Signs or goals of one match as small squares. Played ones are filled; a bar marks the outcome. */
import * as poolSignsCss from './pool-signs.module.css';

export type ShownSign = {
  readonly text: string;
  readonly isPlayed: boolean;
  /** How sure it is that it came: hatched as it stands, solid when final, double by lot. */
  readonly came: 'running' | 'final' | 'lot' | null;
  /** Played, and another one came for good. */
  readonly isMissed: boolean;
  readonly isBase: boolean;
};

/** @param label says all of it in words */
export function PoolSigns({ signs, label }: { signs: readonly ShownSign[]; label: string }) {
  if (signs.length === 0) return null;
  return (
    <span className={poolSignsCss.signs} role="img" aria-label={label}>
      {signs.map((sign) => (
        <i key={sign.text} className={classOf(sign)}>
          {sign.text}
        </i>
      ))}
    </span>
  );
}

function classOf({ isPlayed, came, isMissed, isBase }: ShownSign): string | undefined {
  const isHit = isPlayed && (came === 'final' || came === 'lot');
  const names = [
    isMissed ? poolSignsCss.missed : isPlayed && poolSignsCss.played,
    isHit && poolSignsCss.hit,
    came === 'running' && poolSignsCss.running,
    came === 'final' && poolSignsCss.final,
    came === 'lot' && poolSignsCss.lot,
    isBase && poolSignsCss.base,
  ];
  return names.filter(Boolean).join(' ') || undefined;
}
