/** What went wrong, what became of the money, one way on (ux.md §1). */
import { Link } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';

export function ErrorPage({ status, errorId }: { status: number; errorId: string | null }) {
  const { t, locale } = useText();
  const paths = pathsFor(locale);
  const notFound = status === 404;
  return (
    <div className="wrap">
      <title>
        {t('brand.titleTemplate', { page: t(notFound ? 'page.notFound.title' : 'page.serverError.title') })}
      </title>
      <div className="page-head measure">
        <h1>{t(notFound ? 'page.notFound.title' : 'page.serverError.title')}</h1>
        <p className="lead">{t(notFound ? 'page.notFound.text' : 'page.serverError.text')}</p>
        {!notFound && <p>{t('page.serverError.money')}</p>}
        {errorId !== null && <p className="meta">{t('page.serverError.reference', { errorId })}</p>}
        <p className="acts">
          <Link className="btn btn-1" to={paths.home()}>
            {t('page.notFound.action')}
          </Link>
          <Link className="btn btn-2" to={paths.tickets()}>
            {t('myPages.tickets.title')}
          </Link>
          <Link className="btn btn-2" to={paths.results('lotto')}>
            {t('nav.results')}
          </Link>
        </p>
      </div>
    </div>
  );
}
