/** What search engines and those who share a page are told of it. */
import { pathsFor, pictureAddress } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { shortDescription, tagsOf } from './meta-tags.ts';
import { useShell } from './shell.ts';
import { StructuredData, type Thing } from './structured-data.tsx';

type Props = {
  title: string;
  description?: string | undefined;
  /** Address in Icelandic without a slip; absent on pages that search engines must not keep. */
  path?: string | undefined;
  /** Tags of the content service's record: what an editor wrote there wins. */
  seo?: Parameters<typeof tagsOf>[0];
  /** Subject of the picture that is shown where the page is shared (`pictureAddress`). */
  picture?: string;
  /** The way to this page from home, itself last, home left out. Addresses in Icelandic. */
  crumbs?: readonly { name: string; path: string }[];
  /** Of a news item. ISO 8601 UTC. */
  article?: { publishedAt: string; updatedAt: string; category: string };
  /** The feed that tells of what is new here. Address in Icelandic. */
  feed?: { title: string; path: string };
};

export function PageMeta({ title, description, path, seo = [], picture, crumbs, article, feed }: Props) {
  const { t, locale } = useText();
  const { origin } = useShell();
  const own = tagsOf(seo);
  const said = own.description ?? description;
  const shared = own.sharedDescription ?? said;
  const sharedTitle = own.sharedTitle ?? title;
  const image = origin + pictureAddress(locale, picture);
  return (
    <>
      <title>{own.title ?? t('brand.titleTemplate', { page: title })}</title>
      {said !== undefined && <meta name="description" content={shortDescription(said)} />}
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <Addresses icelandic={path} />
          <meta property="og:type" content={article ? 'article' : 'website'} />
          <meta property="og:title" content={sharedTitle} />
          <meta property="og:site_name" content={t('brand.name')} />
          <meta property="og:locale" content={locale === 'is' ? 'is_IS' : 'en_GB'} />
          <meta property="og:locale:alternate" content={locale === 'is' ? 'en_GB' : 'is_IS'} />
          {shared !== undefined && <meta property="og:description" content={shortDescription(shared)} />}
          <meta property="og:image" content={image} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={t('seo.ogImageAlt', { title: sharedTitle })} />
          <meta name="twitter:card" content="summary_large_image" />
          {path === '' && <Site />}
          {crumbs && <Crumbs crumbs={crumbs} />}
        </>
      )}
      {feed && (
        <link
          rel="alternate"
          type="application/rss+xml"
          title={feed.title}
          href={origin + inLocale(locale, feed.path)}
        />
      )}
      {article && path !== undefined && (
        <Article title={title} image={image} path={path} description={said} article={article} />
      )}
    </>
  );
}

function inLocale(locale: 'is' | 'en', icelandic: string): string {
  return pathsFor(locale).local(icelandic === '' ? '/' : icelandic);
}

function Addresses({ icelandic }: { icelandic: string }) {
  const { locale } = useText();
  const { origin } = useShell();
  const address = { is: origin + inLocale('is', icelandic), en: origin + inLocale('en', icelandic) };
  return (
    <>
      <link rel="canonical" href={address[locale]} />
      <meta property="og:url" content={address[locale]} />
      <link rel="alternate" hrefLang="is" href={address.is} />
      <link rel="alternate" hrefLang="en" href={address.en} />
      <link rel="alternate" hrefLang="x-default" href={address.is} />
    </>
  );
}

/** Home stands for the whole site, which can be searched. */
function Site() {
  const { t, locale } = useText();
  const { origin } = useShell();
  const paths = pathsFor(locale);
  const target = `${origin}${paths.search()}?q={search_term_string}`;
  return (
    <StructuredData
      thing={{
        '@type': 'WebSite',
        name: t('brand.name'),
        url: origin + paths.home(),
        inLanguage: locale,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: target },
          'query-input': 'required name=search_term_string',
        },
      }}
    />
  );
}

function Crumbs({ crumbs }: { crumbs: NonNullable<Props['crumbs']> }) {
  const { t, locale } = useText();
  const { origin } = useShell();
  const all = [{ name: t('nav.home'), path: '' }, ...crumbs];
  const itemListElement = all.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + inLocale(locale, path),
  }));
  return <StructuredData thing={{ '@type': 'BreadcrumbList', itemListElement }} />;
}

type ArticleProps = {
  title: string;
  image: string;
  path: string;
  description: string | undefined;
  article: NonNullable<Props['article']>;
};

function Article({ title, image, path, description, article }: ArticleProps) {
  const { t, locale } = useText();
  const { origin } = useShell();
  const publisher: Thing = { '@type': 'Organization', name: t('brand.name'), url: `${origin}/` };
  return (
    <StructuredData
      thing={{
        '@type': 'NewsArticle',
        headline: title,
        image: [image],
        inLanguage: locale,
        datePublished: article.publishedAt,
        dateModified: article.updatedAt,
        articleSection: article.category,
        author: publisher,
        publisher,
        ...(description === undefined ? {} : { description }),
        mainEntityOfPage: origin + inLocale(locale, path),
      }}
    />
  );
}
