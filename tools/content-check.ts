/**
 * Loads all of `content/` as the content service's sandbox does and prints every error; then asks every
 * question of the product, in both languages, and checks each answer against the contract:
 * `node tools/run.mjs tools/content-check.ts`.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { contentCalls } from '#contract/content-calls.ts';
import { createContentService } from '#integrations/content-service/client.ts';
import type { ContentKey, ContentQuestions } from '#integrations/content-service/face.ts';
import { createApp } from '#integrations/content-service/sandbox/app.ts';
import { createFaults } from '#integrations/content-service/sandbox/faults.ts';
import { loadContent } from '#integrations/content-service/sandbox/load.ts';
import { locales } from '#integrations/content-service/sandbox/locales.ts';

const bodies: { [Key in ContentKey]: z.ZodType } = {
  slugs: contentCalls['content.slugs'].answer.body,
  'global-site-config': contentCalls['content.globalSiteConfig'].answer.body,
  'site-config': contentCalls['content.siteConfig'].answer.body,
  'game-configs': contentCalls['content.gameConfigs'].answer.body,
  'joker-config': contentCalls['content.jokerConfig'].answer.body,
  sports: contentCalls['content.sports'].answer.body,
  translations: contentCalls['content.translations'].answer.body,
  banner: contentCalls['content.banner'].answer.body,
  'front-page': contentCalls['content.frontPage'].answer.body,
  'general-page': contentCalls['content.generalPage'].answer.body,
  news: contentCalls['content.news'].answer.body,
  'news-item': contentCalls['content.newsItem'].answer.body,
};

const root = join(import.meta.dirname, '../content');

/** Everything that is wrong with the files below `folder`, one sentence each. */
export async function checkContent(folder: string = root): Promise<string[]> {
  const { tree, problems } = await loadContent(folder);
  if (problems.length > 0) return problems.map(({ file, message }) => `content/${file}: ${message}`);
  const found: string[] = [];
  const app = createApp({ key: 'check', content: () => tree, faults: createFaults() });
  for (const includeDrafts of [false, true]) {
    const service = createContentService({
      url: 'http://content.invalid/',
      key: 'check',
      includeDrafts,
      fetch: async (address, request) => app.request(new URL(String(address)).pathname, request),
    });
    const ask = async <Key extends ContentKey>(key: Key, question: ContentQuestions[Key]) => {
      const answer = await service.ask(key, question).catch((error: unknown) => error);
      const said = `${key} ${JSON.stringify(question)}`;
      if (answer === null) return answer;
      const { error } = bodies[key].safeParse(answer);
      if (error) found.push(`${said}: ${answer instanceof Error ? answer.message : z.prettifyError(error)}`);
      return answer;
    };
    for (const locale of locales) await askEverything(ask, locale);
  }
  return [...new Set(found)];
}

type Ask = <Key extends ContentKey>(key: Key, question: ContentQuestions[Key]) => Promise<unknown>;

async function askEverything(ask: Ask, locale: (typeof locales)[number]): Promise<void> {
  const simple = ['global-site-config', 'site-config', 'game-configs', 'joker-config', 'sports'] as const;
  for (const key of [...simple, 'translations', 'banner', 'front-page'] as const) await ask(key, { locale });
  const slugs = (await ask('slugs', { locale })) as { slug: string; type: string }[];
  for (const { slug, type } of slugs) {
    await ask(type === 'page' ? 'general-page' : 'news-item', { locale, slug });
  }
  const { pageCount } = (await ask('news', { locale, page: 1 })) as { pageCount: number };
  for (let page = 2; page <= pageCount; page++) await ask('news', { locale, page });
}

if (import.meta.main) {
  const found = await checkContent();
  for (const sentence of found) console.log(sentence);
  console.log(found.length === 0 ? 'content/ is in order' : `${found.length} to mend`);
  process.exit(found.length === 0 ? 0 : 1);
}
