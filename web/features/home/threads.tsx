/** Hundred threads: of each 100 kr., as many stand tall as go to prizes. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';

/** `toPrizes` in whole kr. of 100. */
export function Threads({ toPrizes }: { toPrizes: number }) {
  const { t, locale } = useText();
  const aside = <Link to={pathsFor(locale).clubs()}>{t('nav.clubs')}</Link>;
  return (
    <Section title={t('home.clubsTeaser')} aside={aside}>
      <div className="club" data-game="lotto">
        <svg
          className="threads"
          viewBox="0 0 1000 56"
          preserveAspectRatio="none"
          role="img"
          aria-label={t('home.threads', { amount: money(toPrizes) })}
        >
          <path className="inside" d={threads(0, toPrizes, 0, 56)} />
          <path className="rest" d={threads(toPrizes, 100, 11, 45)} />
        </svg>
        <div className="threads-legend">
          <p>
            <b className="big-figure">{money(toPrizes)}</b>
            <span>{t('home.toPrizes')}</span>
          </p>
          <p>
            <b className="big-figure">{money(100 - toPrizes)}</b>
            <span>{t('home.toCause')}</span>
          </p>
        </div>
      </div>
    </Section>
  );
}

function threads(from: number, to: number, top: number, bottom: number): string {
  const each = Array.from(
    { length: to - from },
    (_, place) => `M${(from + place) * 10} ${top}h9V${bottom}h-9z`,
  );
  return each.join('');
}
