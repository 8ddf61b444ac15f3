/** Clubs that can be supported, all or those that a word finds. */
import { Form, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { readTyped } from '#rules/values/typed.ts';
import { ClubList } from '#web/blocks/club-list.tsx';
import { loadClubs } from '#web/blocks/section-data.server.ts';
import { apiContext } from '#web/loaders/context.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import * as fieldCss from '#web/ui/field.module.css';
import * as layoutCss from '#web/ui/layout.module.css';
import texts from './clubs-page.tsx?texts';
import * as contentCss from './content.module.css';
import { findClubs } from './find-clubs.ts';

const wordMax = 60;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const word = readTyped(pageUrl(request).searchParams.get('leit') ?? '').slice(0, wordMax);
  const clubs = await loadClubs(context.get(apiContext));
  return { texts: textsFor({ request, context }, texts), word, clubs: clubs && findClubs(clubs, word) };
}

export default function ClubsPage() {
  const { clubs, word } = useLoaderData<typeof loader>();
  const { t, locale } = useText();
  const title = t('clubs.title');
  const paths = pathsFor(locale);
  const path = pathsFor('is').clubs();
  return (
    <div className="wrap">
      <PageMeta title={title} description={t('clubs.intro')} path={path} crumbs={[{ name: title, path }]} />
      <div className={`${layoutCss.pageHead} measure`}>
        <Breadcrumbs steps={[{ name: t('nav.home'), to: paths.home() }]} />
        <h1>{title}</h1>
        <p className="lead">{t('clubs.intro')}</p>
        <p>
          <Link to={paths.contributions()}>{t('contributions.title')}</Link>
        </p>
      </div>
      <div className="measure stack">
        <Form method="get" className={contentCss.find} role="search" key={word}>
          <label htmlFor="leit">{t('clubs.search')}</label>
          <div>
            <input
              className={fieldCss.input}
              id="leit"
              name="leit"
              type="search"
              defaultValue={word}
              maxLength={wordMax}
            />
            <button type="submit" className={`${buttonCss.button} ${buttonCss.secondary}`}>
              {t('common.search')}
            </button>
          </div>
        </Form>
        <ClubList title={t('clubs.list')} clubs={clubs} />
      </div>
    </div>
  );
}
