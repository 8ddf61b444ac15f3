/** Of each 100 kr., what goes to prizes and what to the cause. */
import { Link } from 'react-router';
import { money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { HundredThreads } from '#web/ui/hundred-threads.tsx';
import { Section } from '#web/ui/section.tsx';
import * as homeCss from './home.module.css';

/** `toPrizes` in whole kr. of 100. */
export function Threads({ toPrizes }: { toPrizes: number }) {
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
      </div>
    </Section>
  );
}
