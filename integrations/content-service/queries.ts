/**
 * What the product reads of each record. The names of fields are those of `contract/content.ts`, by
 * alias where DatoCMS calls them otherwise; `client.ts` maps the few that differ in shape. English falls
 * back to Icelandic.
 */
import type { ContentKey } from './face.ts';

const localized = 'locale: $locale, fallbackLocales: [is]';
const picture = `id url alt responsiveImage(imgixParams: {auto: [format, compress], w: 1920, fit: max}) {
  src srcSet sizes width height aspectRatio base64 alt }`;
const link = 'id localizedBlock { id icon name url }';
const textLinks = `links { __typename
  ... on GeneralPageRecord { id slug title } ... on ArticleRecord { id slug title } }`;
const plainText = `value ${textLinks}`;
const button = 'text url color';
const table = 'caption columns { name align } rows note';
const split = `imageSide imageRatio imageVerticalAlignment image { ${picture} } textContent { ${plainText} }`;
const meta = '_seoMetaTags { tag attributes content }';

const blockFields = {
  TableBlockRecord: table,
  LinkableImageBlockRecord: `url image { ${picture} }`,
  VideoBlockRecord: `title video { video { playbackId: muxPlaybackId width height thumbnailUrl streamingUrl
    mp4Url } }`,
  ButtonBlockRecord: button,
  DocumentBlockRecord: 'showAsButton document { url title format filename size }',
  ClubListBlockRecord: 'title',
  ContributionsBlockRecord: 'title',
  SplitBlockRecord: split,
};
const blocks = union(blockFields);
const richText = `value blocks { ${blocks} } inlineBlocks { ${blocks} } ${textLinks}`;

const sections = union({
  BannerSectionRecord: `title text { ${plainText} } image { ${picture} } buttons { ${button} } gameId`,
  ContentPageSectionRecord: `title pages { id slug title intro image { ${picture} } }`,
  ResultSectionRecord: 'title gameId',
  RichTextSectionRecord: `text { ${richText} }`,
  CompetitionSectionRecord: `title text { ${plainText} } competitionId button { ${button} }`,
  MapSectionRecord: 'title places { id name address latitude longitude url }',
  SplitSectionRecord: `${split} buttons { ${button} }`,
  GameMenuSectionRecord: 'title gameIds',
  TableSectionRecord: `title ${table}`,
  LatestNewsSectionRecord: 'title category { slug } count',
});
const teaser = `id status: _status slug title intro publishedAt: _firstPublishedAt createdAt: _createdAt
  category { slug name }
  image { ${picture} }`;

/** Records a page of a list that is read to its end; articles a page of news. */
export const recordsPerRequest = 500;
export const articlesPerPage = 12;

const listedBy = `${localized}, first: ${recordsPerRequest}, skip: $skip, orderBy: [slug_ASC]`;
const listed = 'slug title intro updatedAt: _updatedAt';

type Named = { operationName: string; query: string };

export const queries = {
  slugs: query(
    'Slugs',
    ', $skip: IntType!',
    `
    pages: allGeneralPages(${listedBy}) { ${listed} }
    articles: allArticles(${listedBy}) { ${listed} }
    pageCount: _allGeneralPagesMeta { count }
    articleCount: _allArticlesMeta { count }`,
  ),
  'global-site-config': query(
    'GlobalSiteConfig',
    '',
    `_site(${localized}) {
      locales
      globalSeo(${localized}) { siteName titleSuffix fallbackSeo { description } }
      favicon: faviconMetaTags { tag attributes content }
    }`,
  ),
  'site-config': query(
    'SiteConfig',
    '',
    `siteConfig(${localized}) {
      id
      betradarEventUrl
      seo: ${meta}
      header {
        logoText
        infoText { ${plainText} }
        menuLinks { ${link} parent { id } gameId }
        responsibleBettingLink { ${link} }
        searchLinks { ${link} }
        shortcutLinkGroups { id title links { ${link} } }
        headerLinks { ${link} }
        myPages { linkHeading text { ${plainText} } }
      }
      contact { phone email hours }
      footer {
        bottomLinks { ${link} }
        bottomLogos { url image { ${picture} } }
        infoText { ${plainText} }
        shortcutLinks { ${link} }
      }
    }`,
  ),
  'game-configs': query(
    'GameConfigs',
    '',
    `games: allGameConfigs(${localized}, first: 100, orderBy: [position_ASC]) {
      id gameId name slug tagline rulesSlug }
    switches: featureFlagConfig(${localized}) { flags { key enabled } }`,
  ),
  'joker-config': query(
    'JokerConfig',
    '',
    `jokerConfig(${localized}) { id name tagline text { ${plainText} } }`,
  ),
  sports: query(
    'Sports',
    '',
    `sports: allSports(${localized}, first: 500, orderBy: [position_ASC]) { id sportId name slug icon }`,
  ),
  translations: query('Translations', '', `translations: translation(${localized}) { messages }`),
  banner: query('Banner', '', `banner: promotionalBanner(${localized}) { id platforms text linkText url }`),
  'front-page': query(
    'FrontPage',
    '',
    `frontPage(${localized}) { id seo: ${meta} sections { ${sections} } }`,
  ),
  'general-page': query(
    'GeneralPage',
    ', $slug: String!',
    `generalPage(${localized}, filter: {slug: {eq: $slug}}) {
      id status: _status slug title intro version updatedAt: _updatedAt seo: ${meta}
      sections { ${sections} } }`,
  ),
  categories: query(
    'NewsCategories',
    '',
    `categories: allCategories(${localized}, first: 100, orderBy: [position_ASC]) { id slug name }`,
  ),
  news: query(
    'News',
    ', $filter: ArticleModelFilter, $first: IntType!, $skip: IntType!',
    `articles: allArticles(${localized}, filter: $filter, first: $first, skip: $skip,
      orderBy: [_firstPublishedAt_DESC]) { ${teaser} }
    found: _allArticlesMeta(${localized}, filter: $filter) { count }`,
  ),
  'news-item': query(
    'NewsItem',
    ', $slug: String!',
    `article(${localized}, filter: {slug: {eq: $slug}}) {
      ${teaser} updatedAt: _updatedAt seo: ${meta} content { ${richText} }
      sameCategory: category {
        _allReferencingArticles(first: 4, orderBy: [_firstPublishedAt_DESC]) { ${teaser} } } }`,
  ),
} as const satisfies Record<ContentKey | 'categories', Named>;

function union(fields: Record<string, string>): string {
  const members = Object.entries(fields).map(([type, own]) => `... on ${type} { id platforms ${own} }`);
  return `__typename ${members.join('\n')}`;
}

function query(operationName: string, variables: string, selection: string): Named {
  const text = `query ${operationName}($locale: SiteLocale${variables}) { ${selection} }`;
  return { operationName, query: text.replaceAll(/\s+/g, ' ') };
}
