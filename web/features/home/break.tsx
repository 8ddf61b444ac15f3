/** Home during a break: until when it lasts, and what there is meanwhile. Nothing here sells. */
import { Link } from 'react-router';
import { endOf } from '#texts/ends.ts';
import { pathsFor } from '#web/page/paths.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useText } from '#web/text/text.tsx';
import { WayList } from '#web/ui/way-list.tsx';
import * as homeCss from './home.module.css';

export const Break = ownPart(() => {
  const { t, format, locale } = useText();
  const until = useOwn()?.account.lockedUntil;
  const date = until ? format.dateTime(until) : '';
  const { happened, money, now } = endOf(t, 'ends.break.running', { date });
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
        <p className="lead">{happened}</p>
        <p>{money}</p>
        <p>
          {now} <Link to={paths.limits('hle')}>{t('home.break.longer')}</Link>
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
