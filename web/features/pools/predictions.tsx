/** What is said of a match beforehand: percentages as a bar with their figures below, and odds. */
import { signs } from '#rules/pools/games.ts';
import { odds as oddsText } from '#texts/number.ts';
import { ShareBar } from '#web/shared/games/share-bar.tsx';
import { useText } from '#web/text/text.tsx';
import * as predictionsCss from './predictions.module.css';
import type { PlayMatch } from './program.ts';

export type Source = 'forecast' | 'chances' | 'odds' | 'people';

/** From so many percentage points on, what people play is told to differ from the chances. */
const differsFrom = 8;

/** Those of which something is known; the tipsters' forecast stands in place of the chances. */
export function sourcesOf(matches: readonly PlayMatch[]): Source[] {
  const isKnown = (source: Source) => matches.some((match) => match[source] !== null);
  return [isKnown('forecast') ? 'forecast' : 'chances', ...(['odds', 'people'] as const).filter(isKnown)];
}

export function Prediction({ match, source }: { match: PlayMatch; source: Source }) {
  const values = match[source];
  if (values === null) return <span className="soft">–</span>;
  if (source === 'odds') return <Odds odds={values} />;
  return <Percentages values={values} beside={source === 'people' ? match.chances : null} />;
}

function Odds({ odds }: { odds: readonly number[] }) {
  const { locale } = useText();
  return (
    <span className={predictionsCss.odds}>
      {odds.map((each, outcome) => (
        <span key={signs[outcome]}>
          <span className="visually-hidden">{signs[outcome]}: </span>
          {oddsText(locale, each)}
        </span>
      ))}
    </span>
  );
}

type Props = {
  values: readonly number[];
  /** Chances that the values are compared with. */
  beside: readonly number[] | null;
};

function Percentages({ values, beside }: Props) {
  const { t } = useText();
  const highest = Math.max(...values);
  return (
    <span className={predictionsCss.percentages}>
      <ShareBar values={values} marked={values.indexOf(highest)} />
      {values.map((value, place) => (
        <span key={signs[place]} className={value === highest ? predictionsCss.highest : undefined}>
          <span className="visually-hidden">{signs[place]}: </span>
          {value}%{beside !== null && <Difference by={value - (beside[place] ?? value)} t={t} />}
        </span>
      ))}
    </span>
  );
}

function Difference({ by, t }: { by: number; t: ReturnType<typeof useText>['t'] }) {
  if (Math.abs(by) < differsFrom) return null;
  return (
    <span className={by > 0 ? predictionsCss.above : predictionsCss.below}>
      <span className="visually-hidden"> {t(by > 0 ? 'pools.playedMore' : 'pools.playedLess')}</span>
    </span>
  );
}
