import type { ContentService } from '#integrations/content-service/face.ts';
import type { Question } from './last-good.ts';

/** How a page of the news is named: nothing for the first page of all, else `category/page`. */
export function newsPostfix(category: string | undefined, page: number): string {
  return category === undefined && page === 1 ? '' : `${category ?? ''}/${page}`;
}

/** Puts a question of the cache to the content service; JSON not checked yet. */
export function ask(service: ContentService, { key, locale, postfix }: Question): Promise<unknown> {
  switch (key) {
    case 'general-page':
    case 'news-item':
      return service.ask(key, { locale, slug: postfix });
    case 'news': {
      const [category, page] = postfix.split('/');
      return service.ask(key, { locale, category: category || undefined, page: Number(page ?? 1) });
    }
    default:
      return service.ask(key, { locale });
  }
}
