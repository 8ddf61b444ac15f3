/** Any page of the content service by its slug: terms, help, rules, about us. */

import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { Section as Content, TextNode } from '#contract/content.ts';
import { headingIds, headingsOf, wordsOf } from '#texts/text-nodes.ts';
import { loadSectionData, orNull } from '#web/blocks/section-data.server.ts';
import { Sections } from '#web/blocks/sections.tsx';
import * as structuredTextCss from '#web/blocks/structured-text.module.css';
import { apiContext, requestContext } from '#web/loaders/context.ts';
import { noSuchPage, orErrorPage } from '#web/loaders/error-data.ts';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { dialogPathOf, localeOf, pageUrl, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { PrintButton } from '#web/ui/print-button.tsx';
import { slugOf } from './address.ts';
import * as contentCss from './content.module.css';
import texts from './general-page.tsx?texts';
import { loadNoSale } from './no-sale.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, search, searchParams: query } = pageUrl(request);
  const form = dialogPathOf(pathname);
  if (form !== null) throw redirect(pathsFor(localeOf(pathname)).page(form) + search);
  const slug = slugOf(pathname);
  if (slug === null) throw noSuchPage();
  const api = context.get(apiContext);
  const locale = localeOf(pathname);
  const page = await orErrorPage(api('content.generalPage', { query: { locale, slug } }));
  const { now } = context.get(requestContext);
  const [data, noSale, pages] = await Promise.all([
    loadSectionData(api, { sections: page.sections, locale, query, now }),
    loadNoSale(api, locale, slug),
    slug.includes('/') ? orNull(api('content.slugs', { query: { locale } })) : null,
  ]);
  const parents = (pages ?? []).flatMap(({ slug: path, title }) =>
    slug.startsWith(`${path}/`) ? [{ slug: path, title }] : [],
  );
  return { texts: textsFor({ request, context }, texts), page, data, noSale, parents };
}

const noSaleText = { off: 'common.gameClosed', notYet: 'gamesList.notYet' } as const;

/** A page with at least this many chapters begins with a list of them. */
const chaptersMin = 4;

export default function GeneralPage() {
  const { page, data, noSale, parents } = useLoaderData<typeof loader>();
  const roots = rootsOf(page.sections);
  const ids = headingIds(roots);
  const chapters = headingsOf(roots).filter(({ level }) => (level ?? 2) <= 2);
  const crumbs = [
    ...parents.map(({ slug, title }) => ({ name: title, slug })),
    { name: page.title, slug: page.slug },
  ];
  const hasContents = chapters.length >= chaptersMin;
  return (
    <div className="wrap">
      <PageMeta
        title={page.title}
        description={page.intro ?? undefined}
        path={pathsFor('is').page(page.slug)}
        seo={page.seo}
        picture={page.slug}
        crumbs={crumbs.map(({ name, slug }) => ({ name, path: pathsFor('is').page(slug) }))}
      />
      <Head page={page} noSale={noSale} parents={parents} />
      <div className={hasContents ? `${layoutCss.columns} ${contentCss.columnsToc}` : undefined}>
        {hasContents && <Contents chapters={chapters} ids={ids} />}
        <div className={structuredTextCss.pageBody}>
          <Sections sections={page.sections} data={data} ids={ids} atTop />
        </div>
      </div>
    </div>
  );
}

type HeadProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'page' | 'noSale' | 'parents'>;

function Head({ page, noSale, parents }: HeadProps) {
  const { t, format, locale } = useText();
  const paths = pathsFor(locale);
  return (
    <div className={`${layoutCss.pageHead} measure`}>
      <Breadcrumbs
        steps={[
          { name: t('nav.home'), to: paths.home() },
          ...parents.map(({ slug, title }) => ({ name: title, to: paths.page(slug) })),
        ]}
      />
      <h1>{page.title}</h1>
      {page.intro !== null && <p className="lead">{page.intro}</p>}
      {noSale !== null && <p className="soft">{t(noSaleText[noSale])}</p>}
      {page.version !== null && (
        <div className={contentCss.version}>
          <p className="meta">
            {page.version} · {t('content.termsUpdated', { date: format.dateYear(page.updatedAt) })}
          </p>
          <PrintButton label={t('common.print')} />
        </div>
      )}
    </div>
  );
}

function rootsOf(sections: readonly Content[]): TextNode[] {
  return sections.flatMap((section) =>
    section.__typename === 'RichTextSectionRecord' ? [section.text.value.document] : [],
  );
}

type ContentsProps = { chapters: readonly TextNode[]; ids: ReadonlyMap<TextNode, string> };

function Contents({ chapters, ids }: ContentsProps) {
  const { t } = useText();
  return (
    <nav className={contentCss.toc} aria-label={t('legal.contents')}>
      <details>
        <summary>
          {t('legal.contents')}
          <Icon name="down" small />
        </summary>
        <ol>
          {chapters.map((chapter) => (
            <li key={ids.get(chapter)}>
              <a href={`#${ids.get(chapter)}`}>{wordsOf(chapter)}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
