/** A content service in memory, whose answers a test changes as it goes. */
import type { ContentLocale } from '#contract/content.ts';
import {
  type ContentKey,
  type ContentQuestions,
  type ContentService,
  ContentServiceError,
} from '#integrations/content-service/face.ts';
import { builtIn } from '#server/content/built-in.ts';

export type ContentRecords = { [key: string]: unknown };

/** `key`, `key/slug` or `news/category/page` → the answer; an `Error` is thrown, a function called. */
export function contentInMemory(records: ContentRecords = {}) {
  const asked: string[] = [];
  let away: Error | null = null;
  const minimum = builtIn as Partial<Record<ContentKey, (locale: ContentLocale) => unknown>>;

  const service: ContentService = {
    async ask(key, question) {
      const { locale, slug, category, page } = question as ContentQuestions['news'] & { slug?: string };
      const name = [key, slug, category, page].filter((part) => part !== undefined).join('/');
      asked.push(`${locale} ${name}`);
      if (away) throw away;
      const record = Object.hasOwn(records, name) ? records[name] : (minimum[key]?.(locale) ?? null);
      const answer: unknown = typeof record === 'function' ? await record(locale) : record;
      if (answer instanceof Error) throw answer;
      return structuredClone(answer);
    },
  };
  return {
    service,
    records,
    /** Every question so far, as `locale key/…`. */
    asked,
    leave: (error: Error = new ContentServiceError('unreachable', 'nobody there')) => {
      away = error;
    },
    comeBack: () => {
      away = null;
    },
  };
}

export const span = (value: string) => ({ type: 'span', value });
export const paragraph = (...children: object[]) => ({ type: 'paragraph', children });

export function richText(children: object[], around: { blocks?: object[]; links?: object[] } = {}) {
  const document = { type: 'root', children };
  return { value: { schema: 'dast', document }, blocks: [], inlineBlocks: [], links: [], ...around };
}

export function generalPage(slug: string, title: string, sections: object[] = []) {
  return {
    id: `page-${slug}`,
    slug,
    title,
    intro: null,
    version: null,
    seo: [],
    sections,
    updatedAt: '2026-11-01T00:00:00Z',
  };
}

export const richTextSection = (id: string, text: object) => ({
  __typename: 'RichTextSectionRecord',
  id,
  platforms: [],
  text,
});

export const listed = (slug: string, title: string, type: 'page' | 'article' = 'page', intro = '') => ({
  slug,
  type,
  title,
  intro,
  updatedAt: '2026-11-01T00:00:00Z',
});
