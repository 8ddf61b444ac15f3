/** The content service as the product sees it: named questions, answered with JSON for a locale; pictures. */

export type ContentLocale = 'is' | 'en';
type Localized = { locale: ContentLocale };

/** What each question needs. The names are also the keys of the product's cache. */
export type ContentQuestions = {
  slugs: Localized;
  'global-site-config': Localized;
  'site-config': Localized;
  'game-configs': Localized;
  'joker-config': Localized;
  sports: Localized;
  translations: Localized;
  banner: Localized;
  'front-page': Localized;
  'general-page': Localized & { slug: string };
  /** `category` is a slug, `page` counts from 1. */
  news: Localized & { category?: string | undefined; page: number };
  'news-item': Localized & { slug: string };
};
export type ContentKey = keyof ContentQuestions;

export type ContentService = {
  /**
   * JSON in the shape of the answer in `contract/content.ts`, not checked yet; null when there is no such
   * record. Throws `ContentServiceError`.
   */
  ask<Key extends ContentKey>(key: Key, question: ContentQuestions[Key]): Promise<unknown>;
};

export type ContentPicture = {
  bytes: Buffer<ArrayBuffer>;
  /** Of the pictures that browsers show, without parameters: `image/webp`. */
  type: string;
  /** What lies at its address is said not to change. */
  isLasting: boolean;
};

/**
 * Fetches a picture that a record names. `accept` says which formats the asker reads. Throws
 * `ContentServiceError`; its kind is `unreadable` for what is no picture.
 */
export type FetchPicture = (address: string, accept: string) => Promise<ContentPicture>;

/**
 * `undefined`: address or key is not set. `unreachable`: no answer in time, or a connection that broke.
 * `refused`: the service says no, its message is ours. `unreadable`: the answer is not what was asked for,
 * or too large.
 */
export type ContentFailure = 'undefined' | 'unreachable' | 'refused' | 'unreadable';

export class ContentServiceError extends Error {
  readonly kind: ContentFailure;
  /** HTTP status of the answer, null when there was none. */
  readonly status: number | null;

  constructor(kind: ContentFailure, message: string, status: number | null = null) {
    super(message);
    this.name = 'ContentServiceError';
    this.kind = kind;
    this.status = status;
  }
}
