import type { Previews } from './previews.ts';
import type { Store } from './store.ts';

/** One request: which records it sees, where its files are, and what it read. */
export type Request = { store: Store; files: string; previews: Previews; tags: Set<string> };
