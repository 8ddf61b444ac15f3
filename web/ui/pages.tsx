/** Older and newer pages of a list, as links. */
import { Link } from 'react-router';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from './button.module.css';
import { Icon } from './icon.tsx';
import * as pagesCss from './pages.module.css';

type Props = { page: number; pageCount: number; to: (page: number) => string; label?: string };

export function Pages({ page, pageCount, to, label }: Props) {
  const { t } = useText();
  if (pageCount <= 1) return null;
  return (
    <nav className={pagesCss.pages} aria-label={label ?? t('a11y.pagination')}>
      {page > 1 ? (
        <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={to(page - 1)}>
          <Icon name="left" small />
          {t('common.previous')}
        </Link>
      ) : (
        <span />
      )}
      <span className="figures">{t('common.pageOf', { page, pages: pageCount })}</span>
      {page < pageCount ? (
        <Link className={`${buttonCss.button} ${buttonCss.plain}`} to={to(page + 1)}>
          {t('common.next')}
          <Icon name="right" small />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
