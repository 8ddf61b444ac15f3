/**
 * Real answers of the content service, altered at random places: fields missing, of another type, huge,
 * repeated or nested. The client either refuses an answer, so that the last good one stays, or returns it in
 * the shape that pages rely on.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentCalls } from '#contract/content-calls.ts';
import { createContentService } from '#integrations/content-service/client.ts';
import type { ContentKey } from '#integrations/content-service/face.ts';
import { createApp } from '#integrations/content-service/sandbox/app.ts';
import { createFaults } from '#integrations/content-service/sandbox/faults.ts';
import { loadContent } from '#integrations/content-service/sandbox/load.ts';
import { readAnswer } from '#server/content/read-answer.ts';
import { type Random, seeded } from '#test/simulation/random.ts';

const altersPerAnswer = 25;
const locale = 'is';

const { tree } = await loadContent(join(import.meta.dirname, '../../content'));
const app = createApp({ key: 'test', content: () => tree, faults: createFaults() });
const service = createContentService({
  url: 'http://content.invalid/',
  key: 'test',
  fetch: async (address, request) => app.request(new URL(String(address)).pathname, request),
});

const cases = [
  ['slugs', { locale }, contentCalls['content.slugs']],
  ['global-site-config', { locale }, contentCalls['content.globalSiteConfig']],
  ['site-config', { locale }, contentCalls['content.siteConfig']],
  ['game-configs', { locale }, contentCalls['content.gameConfigs']],
  ['joker-config', { locale }, contentCalls['content.jokerConfig']],
  ['sports', { locale }, contentCalls['content.sports']],
  ['translations', { locale }, contentCalls['content.translations']],
  ['banner', { locale }, contentCalls['content.banner']],
  ['front-page', { locale }, contentCalls['content.frontPage']],
  ['general-page', { locale, slug: 'hjalp' }, contentCalls['content.generalPage']],
  ['news', { locale, category: undefined, page: 1 }, contentCalls['content.news']],
] as const;

type Holder = Record<PropertyKey, unknown>;
type Place = { holder: Holder; step: string };

function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((step) => [{ holder, step }, ...placesOf(holder[step])]);
}

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { children: value };
  return value;
}

const wrong: readonly ((old: unknown) => unknown)[] = [
  () => null,
  () => 5,
  () => -1e308,
  () => true,
  () => '',
  () => '</script><script>hacked=1</script>',
  () => 'javascript:alert(1)',
  () => 'x'.repeat(1_000_000),
  () => '2026-02-30T25:00:00Z',
  () => [],
  () => ({}),
  () => ({ __typename: 'UnknownRecord', id: 'x' }),
  () => ({ toString: 5, constructor: null }),
  () => nested(2000),
  (old) => [old],
  (old) => Array.from({ length: 2000 }, () => old),
];

function alter(answer: unknown, random: Random): string[] {
  return Array.from({ length: 1 + random.below(3) }, () => {
    const { holder, step } = random.pick(placesOf(answer));
    const turn = random.below(wrong.length + 1);
    const make = wrong[turn];
    if (make === undefined) delete holder[step];
    else holder[step] = make(holder[step]);
    return `${step} #${turn}`;
  });
}

test.each(cases)('%s', async (key, question, { answer: { body } }) => {
  const answer = await service.ask(key as ContentKey, question as never);
  const text = JSON.stringify(answer);
  const schema = key === 'general-page' || key === 'news' ? body.nullable() : body;
  const random = seeded(cases.findIndex(([each]) => each === key));
  for (let time = 0; time < altersPerAnswer; time += 1) {
    const sent: unknown = JSON.parse(text);
    const changes = alter(sent, random).join(', ');
    const since = performance.now();
    try {
      const { value } = readAnswer(key, sent);
      expect(schema.safeParse(value).error, changes).toBeUndefined();
    } catch (error) {
      expect(error, changes).toBeInstanceOf(Error);
      expect((error as Error).name, changes).not.toBe('AssertionError');
    }
    // Pages of other readers wait meanwhile.
    expect(performance.now() - since, changes).toBeLessThan(10_000);
  }
});
