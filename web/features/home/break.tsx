/** Home during a break: until when it lasts, and what there is meanwhile. Nothing here sells. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { WayList } from '#web/ui/way-list.tsx';
import * as homeCss from './home.module.css';

export const Break = ownPart(() => {
  const { t, format, locale } = useText();
  const until = useOwn()?.account.lockedUntil;
  const paths = pathsFor(locale);
  const ways = [
    { of: 'tickets', to: paths.tickets() },
    { of: 'account', to: paths.transactions() },
    { of: 'results', to: paths.results('lotto') },
    { of: 'help', to: 'tel:1717' },
  ] as const;
  return (
    <div className={homeCss.break}>
      <div className="stack">
        {until && <p className="lead">{t('myPages.lockout.active', { date: format.dateTime(until) })}</p>}
        <p>{t('home.break.meanwhile')}</p>
        <p>
          {t('home.break.never')} <Link to={paths.limits('hle')}>{t('home.break.longer')}</Link>
        </p>
      </div>
      <WayList
        ways={ways.map(({ of, to }) => ({
          to,
          title: t(`home.break.${of}.title`),
          text: t(`home.break.${of}.text`),
        }))}
      />
    </div>
  );
});
