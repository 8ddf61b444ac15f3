/** Of each 100 kr., what goes to prizes and what to the cause. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { HundredThreads } from '#web/ui/hundred-threads.tsx';
import { Section } from '#web/ui/section.tsx';
import * as homeCss from './home.module.css';

/** What clubs got of a booked week. */
export type ClubsWeek = { year: number; week: number; amount: number; isSample: boolean };

/** `toPrizes` in whole kr. of 100. */
export function Threads({ toPrizes, clubs }: { toPrizes: number; clubs: ClubsWeek | null }) {
  const { t, locale } = useText();
  const aside = <Link to={pathsFor(locale).clubs()}>{t('nav.clubs')}</Link>;
  return (
    <Section title={t('home.clubsTeaser')} aside={aside}>
      <div className={homeCss.club} data-game="lotto">
        <HundredThreads tall={toPrizes} label={t('home.threads', { amount: money(toPrizes) })} />
        <div className={homeCss.threadsLegend}>
          <p>
            <b className={homeCss.bigFigure}>{money(toPrizes)}</b>
            <span>{t('home.toPrizes')}</span>
          </p>
          <p>
            <b className={homeCss.bigFigure}>{money(100 - toPrizes)}</b>
            <span>{t('home.toCause')}</span>
          </p>
        </div>
        {clubs && <OfWeek {...clubs} />}
      </div>
    </Section>
  );
}

function OfWeek({ year, week, amount, isSample }: ClubsWeek) {
  const { t, locale } = useText();
  return (
    <p>
      <Link to={pathsFor(locale).contributions({ ar: year, vika: week })}>
        {t('home.clubsWeek', { amount: money(amount), week })}
      </Link>
      .{isSample && <span className="soft"> {t('home.clubsSample')}</span>}
    </p>
  );
}
