/** Tells the product what changed, as DatoCMS' webhooks do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CacheTagsEvent } from '../wire.ts';
import type { ContentTree } from './load.ts';
import type { Entry, Version } from './record.ts';
import { listTagOf, tagOf } from './tags.ts';

/** A call of the product: `key` ends its address. */
export type Webhook = { key: string; body: { cachePostfix?: string } | CacheTagsEvent };

/** What of the product's cache shows records of a type: how the webhooks of records are configured. */
const keysOf: Record<string, readonly string[]> = {
  GeneralPageRecord: ['general-page'],
  ArticleRecord: ['news-item'],
  CategoryRecord: ['news', 'news-item'],
  FrontPageRecord: ['front-page'],
  GlobalSiteConfigRecord: ['global-site-config'],
  SiteConfigRecord: ['site-config'],
  GameConfigRecord: ['game-configs'],
  FeatureFlagConfigRecord: ['game-configs'],
  JokerConfigRecord: ['joker-config'],
  SportRecord: ['sports'],
  PromotionalBannerRecord: ['banner'],
  TranslationRecord: ['translations'],
};
/** Records that are asked for by their slug. */
const bySlug = new Set(['GeneralPageRecord', 'ArticleRecord']);

/** Records that came, went or changed, and those that show one of them or a changed file. */
export function changedVersions(before: ContentTree, after: ContentTree): Version[] {
  const old = fingerprints(before.entries);
  const now = fingerprints(after.entries);
  const changed = new Set([...old.keys(), ...now.keys()].filter((id) => old.get(id) !== now.get(id)));
  const shows = ({ published, latest }: Entry) =>
    [published, latest].some((version) => version?.uses.some((id) => changed.has(id)));
  const concerned = [...before.entries, ...after.entries].filter(
    (entry) => changed.has(entry.id) || shows(entry),
  );
  return concerned.map(({ latest }) => latest);
}

const fingerprints = (entries: readonly Entry[]): Map<string, string> =>
  new Map(
    entries.map(({ id, published, latest }) => [id, `${published?.fingerprint} ${latest.fingerprint}`]),
  );

/** One for each record, with what the product is to forget; one for all, with the tags of what was read. */
export function webhooksFor(versions: readonly Version[]): Webhook[] {
  if (versions.length === 0) return [];
  const hooks = new Map<string, Webhook>();
  for (const { type, fields } of versions) {
    const slug = fields.slug?.kind === 'plain' ? String(fields.slug.value) : '';
    for (const key of keysOf[type] ?? []) {
      const body = bySlug.has(type) ? { cachePostfix: slug } : {};
      hooks.set(`${key} ${JSON.stringify(body)}`, { key, body });
    }
  }
  const tags = versions.flatMap(({ id, type }) => [tagOf(id), listTagOf(type)]);
  const event: CacheTagsEvent = {
    entity_type: 'cda_cache_tags',
    event_type: 'invalidate',
    related_entities: [],
    entity: { id: 'cda_cache_tags', type: 'cda_cache_tags', attributes: { tags: [...new Set(tags)] } },
  };
  return [...hooks.values(), { key: 'slugs', body: event }];
}

export type WebhookTarget = {
  /** Address that the key of a webhook is put behind. */
  url: string;
  secret: string;
  warn(message: string): void;
  /** Waits before another try, in milliseconds. */
  retryMs?: readonly number[];
};

/** Sends all at once; one that is not taken is repeated, then given up and told. */
export async function sendWebhooks(hooks: readonly Webhook[], target: WebhookTarget): Promise<void> {
  await Promise.all(hooks.map((hook) => sendWebhook(hook, target)));
}

async function sendWebhook({ key, body }: Webhook, target: WebhookTarget): Promise<void> {
  let failure = '';
  for (const wait of [0, ...(target.retryMs ?? [500, 2_000])]) {
    await sleep(wait, undefined, { ref: false });
    try {
      const answer = await fetch(`${target.url}${key}`, {
        method: 'POST',
        headers: { authorization: target.secret, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(8_000),
      });
      await answer.arrayBuffer();
      if (answer.ok) return;
      failure = String(answer.status);
    } catch (error) {
      failure = String(error);
    }
  }
  target.warn(`the product did not take the webhook ${key}: ${failure}`);
}
