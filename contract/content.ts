/**
 * What the content service says, as the product passes it on: `/dato/*`. Shapes are those of the content
 * service's records: nothing there is `null`.
 */
import { z } from 'zod';
import * as v from './values.ts';

export const contentLocales = ['is', 'en'] as const;
export type ContentLocale = (typeof contentLocales)[number];
export const buttonColors = [
  'black',
  'blue',
  'brown',
  'cyan',
  'green',
  'grey',
  'orange',
  'pink',
  'purple',
  'red',
  'white',
  'yellow',
] as const;
/** What the operator can switch off; all on by default. */
export const featureFlags = [...v.gameIds, 'aur', 'subscriptions'] as const;
export type FeatureFlag = (typeof featureFlags)[number];

const text = z.string();
export const slug = z.string().max(200);
const platforms = z.array(z.enum(['web', 'mobile'])).describe('Where the record shows; empty: everywhere');

const metaTag = z.object({
  tag: z.string(),
  attributes: z.record(z.string(), z.string()).nullable(),
  content: text.nullable(),
});
const seo = z.array(metaTag);

const link = z.object({
  id: v.id,
  localizedBlock: z.object({ id: v.id, icon: text.nullable(), name: text, url: text }),
});
const menuLink = link.extend({
  parent: z.object({ id: v.id }).nullable(),
  gameId: z
    .enum(v.gameIds)
    .nullable()
    .default(null)
    .describe('The link shows only while this game is on sale; null: always'),
});
const linkGroup = z.object({ id: v.id, title: text, links: z.array(link) });

const image = z.object({
  id: v.id,
  url: text,
  alt: text.nullable(),
  responsiveImage: z
    .object({
      src: text,
      srcSet: text,
      sizes: text,
      width: z.int(),
      height: z.int(),
      aspectRatio: z.number(),
      base64: text.nullable(),
      alt: text.nullable(),
    })
    .nullable(),
});

/** A node of structured text, after cleaning: only the types and attributes that we know. */
export type TextNode = {
  type: string;
  children?: TextNode[];
  value?: string;
  marks?: string[];
  url?: string;
  item?: string;
  level?: number;
  style?: string;
  attribution?: string;
  code?: string;
  language?: string;
};
const textNode: z.ZodType<TextNode> = z.looseObject({ type: z.string() });
const document = z.object({ schema: z.literal('dast'), document: textNode });
const textLink = z.object({ __typename: z.string(), id: v.id, slug, title: text });

/** Text without blocks of its own. */
const plainText = z.object({ value: document, links: z.array(textLink) });

const record = { id: v.id, platforms };

const table = z.object({
  caption: text.nullable(),
  columns: z.array(z.object({ name: text, align: z.enum(['start', 'end']) })),
  rows: z.array(z.array(text)),
  note: text.nullable(),
});
const button = z.object({ text, url: text, color: z.enum(buttonColors) });
const file = z.object({ url: text, title: text, format: text, filename: text, size: z.int() });
const split = z.object({
  imageSide: z.enum(['left', 'right']),
  imageRatio: z.enum(['oneThird', 'half', 'twoThirds']),
  imageVerticalAlignment: z.enum(['top', 'center', 'bottom']),
  image,
  textContent: plainText,
});

export const block = z.discriminatedUnion('__typename', [
  z.object({ __typename: z.literal('TableBlockRecord'), ...record, ...table.shape }),
  z.object({ __typename: z.literal('LinkableImageBlockRecord'), ...record, image, url: text.nullable() }),
  z.object({
    __typename: z.literal('VideoBlockRecord'),
    ...record,
    title: text,
    playbackId: text.optional(),
    width: z.int().optional(),
    height: z.int().optional(),
    video: z.object({
      playbackId: text,
      width: z.int(),
      height: z.int(),
      thumbnailUrl: text,
      streamingUrl: text,
      mp4Url: text,
    }),
  }),
  z.object({ __typename: z.literal('ButtonBlockRecord'), ...record, ...button.shape }),
  z.object({
    __typename: z.literal('DocumentBlockRecord'),
    ...record,
    showAsButton: z.boolean(),
    document: file,
  }),
  z.object({ __typename: z.literal('ClubListBlockRecord'), ...record, title: text }),
  z.object({ __typename: z.literal('ContributionsBlockRecord'), ...record, title: text }),
  z.object({ __typename: z.literal('SplitBlockRecord'), ...record, ...split.shape }),
]);
const structuredText = z.object({
  value: document,
  blocks: z.array(block),
  inlineBlocks: z.array(block),
  links: z.array(textLink),
});

const pageTeaser = z.object({ id: v.id, slug, title: text, intro: text, image: image.nullable() });
export const section = z.discriminatedUnion('__typename', [
  z.object({
    __typename: z.literal('BannerSectionRecord'),
    ...record,
    title: text,
    text: plainText.nullable(),
    image: image.nullable(),
    buttons: z.array(button),
    gameId: z.enum(v.gameIds).nullable(),
  }),
  z.object({
    __typename: z.literal('ContentPageSectionRecord'),
    ...record,
    title: text,
    pages: z.array(pageTeaser),
  }),
  z.object({
    __typename: z.literal('ResultSectionRecord'),
    ...record,
    title: text,
    gameId: z.enum(v.gameIds),
  }),
  z.object({ __typename: z.literal('RichTextSectionRecord'), ...record, text: structuredText }),
  z.object({
    __typename: z.literal('CompetitionSectionRecord'),
    ...record,
    title: text,
    text: plainText.nullable(),
    competitionId: text.nullable(),
    button: button.nullable(),
  }),
  z.object({
    __typename: z.literal('MapSectionRecord'),
    ...record,
    title: text,
    places: z.array(
      z.object({
        id: v.id,
        name: text,
        address: text,
        latitude: z.number(),
        longitude: z.number(),
        url: text.nullable(),
      }),
    ),
  }),
  z.object({
    __typename: z.literal('SplitSectionRecord'),
    ...record,
    ...split.shape,
    buttons: z.array(button),
  }),
  z.object({
    __typename: z.literal('GameMenuSectionRecord'),
    ...record,
    title: text,
    gameIds: z.array(z.enum(v.gameIds)),
  }),
  z.object({
    __typename: z.literal('TableSectionRecord'),
    ...record,
    title: text.nullable(),
    ...table.shape,
  }),
  z.object({
    __typename: z.literal('LatestNewsSectionRecord'),
    ...record,
    title: text,
    category: slug.nullable(),
    count: z.int().min(1).max(12),
  }),
]);

export const globalSiteConfig = z.object({
  locales: z.array(z.enum(contentLocales)),
  siteName: text,
  titleSuffix: text,
  description: text,
  favicon: seo,
});
export const siteConfig = z.object({
  id: v.id,
  betradarEventUrl: text.nullable(),
  seo,
  header: z.object({
    logoText: text,
    infoText: plainText.nullable(),
    menuLinks: z.array(menuLink),
    responsibleBettingLink: link.nullable(),
    searchLinks: z.array(link),
    shortcutLinkGroups: z.array(linkGroup),
    headerLinks: z.array(link),
    myPages: z.object({ linkHeading: text, text: plainText }).nullable(),
  }),
  contact: z
    .object({ phone: text, email: text, hours: text })
    .nullable()
    .default(null)
    .describe('How to reach us, from the content or the settings; in the answer of this product never null'),
  footer: z.object({
    bottomLinks: z.array(link),
    bottomLogos: z.array(z.object({ url: text.nullable(), image })),
    infoText: plainText.nullable(),
    shortcutLinks: z.array(link),
  }),
});
export const gameConfigs = z.object({
  games: z.array(
    z.object({
      id: v.id,
      gameId: z.enum(v.gameIds),
      name: text,
      slug,
      tagline: text,
      rulesSlug: slug.nullable(),
    }),
  ),
  featureFlags: z.array(z.object({ key: z.enum(featureFlags), enabled: z.boolean() })),
});
export const jokerConfig = z.object({ id: v.id, name: text, tagline: text, text: plainText });
export const sports = z.array(
  z.object({ id: v.id, sportId: z.int(), name: text, slug, icon: text.nullable() }),
);
export const promotionalBanner = z
  .object({ ...record, text, linkText: text.nullable(), url: text.nullable() })
  .nullable();
export const frontPage = z.object({ id: v.id, seo, sections: z.array(section) });
/** `updated`: published, with changes that are not public yet. Absent in copies from before this field. */
const contentStatus = z.enum(['draft', 'published', 'updated']).optional();
export const generalPage = z.object({
  id: v.id,
  status: contentStatus,
  slug,
  title: text,
  intro: text.nullable(),
  version: text.nullable(),
  updatedAt: v.instant,
  seo,
  sections: z.array(section),
});
const newsCategory = z.object({ slug, name: text });
const newsTeaser = z.object({
  id: v.id,
  status: contentStatus,
  slug,
  title: text,
  intro: text,
  publishedAt: v.instant,
  category: newsCategory,
  image: image.nullable(),
});
export const news = z.object({
  categories: z.array(newsCategory),
  articles: z.array(newsTeaser),
  page: z.int(),
  pageCount: z.int(),
  articleCount: z.int(),
});
export const newsItem = newsTeaser.extend({
  updatedAt: v.instant,
  seo,
  content: structuredText,
  related: z.array(newsTeaser),
});
export const slugList = z.array(
  z.object({
    slug,
    type: z.enum(['page', 'article']),
    updatedAt: v.instant,
    title: text,
    intro: text.nullable().default(null),
  }),
);
/** Nested messages by namespace, as in `content/texts`. */
export type Messages = { [key: string]: string | Messages };
export const translations = z.record(z.string(), z.unknown()) as unknown as z.ZodType<Messages>;

export const searchKinds = ['game', 'page', 'article', 'club'] as const;
export const found = z.array(z.object({ kind: z.enum(searchKinds), title: text, text: text, url: text }));
export const foundDraws = z.array(
  z.object({
    gameId: z.string(),
    draw: z.int(),
    drawDate: v.instant,
    year: z.int(),
    week: z.int(),
    /** Of a program that was found by its teams. */
    match: z.string().optional(),
  }),
);

export type Link = z.output<typeof link>;
export type Image = z.output<typeof image>;
export type Table = z.output<typeof table>;
export type Button = z.output<typeof button>;
export type Split = z.output<typeof split>;
export type Block = z.output<typeof block>;
export type Section = z.output<typeof section>;
export type StructuredText = z.output<typeof structuredText>;
export type PlainText = z.output<typeof plainText>;
export type MetaTag = z.output<typeof metaTag>;
