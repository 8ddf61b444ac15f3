/** Content in memory, as it was written: every locale, references by id. */
import type { Document } from 'datocms-structured-text-utils';
import type { Locale } from './locales.ts';
import type { Upload } from './uploads.ts';

export type Value =
  | { kind: 'plain'; value: unknown }
  | { kind: 'localized'; values: { readonly [Name in Locale]?: Value } }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'reference'; id: string }
  | { kind: 'content'; content: Content }
  | { kind: 'upload'; upload: Upload }
  | ({ kind: 'text' } & Text);

/** Structured text; blocks and links are those that the document names. */
export type Text = {
  document: Document;
  blocks: readonly Value[];
  inlineBlocks: readonly Value[];
  links: readonly Value[];
};

/** A record or a block: the name of its type in the schema, and its fields. */
export type Content = { type: string; id: string; fields: Record<string, Value> };

/** A version of a record. Times are ISO 8601 with an offset, as DatoCMS writes them. */
export type Version = Content & {
  /** `articles/jackpot-won` */
  name: string;
  file: string;
  createdAt: string;
  updatedAt: string;
  /** Null while it is a draft. */
  publishedAt: string | null;
  /** Ids of the records and files that it names. */
  uses: readonly string[];
  /** Another one when the file or a file that it names is another. */
  fingerprint: string;
};

/** What is published, and what an editor sees: a newer draft may stand beside it. */
export type Entry = { type: string; id: string; published: Version | null; latest: Version };
