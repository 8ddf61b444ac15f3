/** Says what the page does not show yet, and leads to it. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { DrawNews as News } from './use-draw-news.ts';

/** Stands on the page from the beginning: screen readers say what comes into it later. */
export function DrawNews({ gameId, news }: { gameId: string; news: News | null }) {
  const { t, format, locale } = useText();
  const { region, onFollow } = useFocusAfter(news === null);
  const date = news && format.onDate(news.draw.drawDate);
  return (
    <div role="status" className="draw-news" ref={region}>
      {date !== null && (
        <Notice kind="info">
          {news?.hasResult ? t('results.areIn', { date }) : t('results.saleClosed', { date })}{' '}
          <Link to={pathsFor(locale).results(gameId)} onClick={onFollow}>
            {news?.hasResult ? t('results.show') : t('results.showDraw')}
          </Link>
        </Notice>
      )}
    </div>
  );
}

/** The link goes once the page shows what it led to; on the same page the heading takes the focus then. */
function useFocusAfter(isGone: boolean) {
  const region = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(false);
  useEffect(() => {
    if (!isGone || !isFollowed.current) return;
    isFollowed.current = false;
    const heading = region.current?.closest('main')?.querySelector<HTMLElement>('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [isGone]);
  const onFollow = (): void => {
    isFollowed.current = true;
  };
  return { region, onFollow };
}
