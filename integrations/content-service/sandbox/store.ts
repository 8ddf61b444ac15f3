/** The records of one mode: what is published, or everything at its latest. */
import type { ContentTree } from './load.ts';
import type { Entry, Version } from './record.ts';
import type { Uploads } from './uploads.ts';

export type Store = {
  all(type: string): readonly Version[];
  get(id: string): Version | null;
  /** `draft`, `updated` or `published`; without drafts only the last. */
  statusOf(id: string): 'draft' | 'updated' | 'published';
  uploads: Uploads;
};

export function createStore({ entries, uploads }: ContentTree, includeDrafts: boolean): Store {
  const seen = new Map<string, Version>();
  const byType = new Map<string, Version[]>();
  const states = new Map<string, ReturnType<Store['statusOf']>>();
  for (const entry of entries) {
    const version = includeDrafts ? entry.latest : entry.published;
    if (!version) continue;
    seen.set(entry.id, version);
    byType.set(entry.type, [...(byType.get(entry.type) ?? []), version]);
    states.set(entry.id, includeDrafts ? statusOf(entry) : 'published');
  }
  return {
    all: (type) => byType.get(type) ?? [],
    get: (id) => seen.get(id) ?? null,
    statusOf: (id) => states.get(id) ?? 'draft',
    uploads,
  };
}

function statusOf({ published, latest }: Entry): ReturnType<Store['statusOf']> {
  if (!published) return 'draft';
  return published === latest ? 'published' : 'updated';
}
