import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { createFaults } from './faults.ts';
import { describe, loadContent } from './load.ts';
import { watchContent } from './watch.ts';
import { changedVersions, sendWebhooks, webhooksFor } from './webhooks.ts';

export type ContentSandboxOptions = {
  /** The folder `content`. */
  root: string;
  /** What askers must show. */
  key: string;
  /** Where changes are told, and with which `authorization`. */
  webhook: { url: string; secret: string };
  warn(message: string): void;
};

/**
 * The whole sandbox; reads its folder again whenever a file changes. Rejects when a file is broken at the
 * start, naming it.
 */
export async function contentServiceSandbox({ root, key, webhook, warn }: ContentSandboxOptions): Promise<{
  app: Hono;
  control: Hono;
  stop(): void;
}> {
  const loaded = await loadContent(root);
  if (loaded.problems.length > 0) throw new Error(describe(loaded.problems));
  let { tree } = loaded;
  const stop = watchContent({
    root,
    warn,
    current: () => tree,
    changed: (after, before) => {
      tree = after;
      void sendWebhooks(webhooksFor(changedVersions(before, after)), { ...webhook, warn });
    },
  });
  const faults = createFaults();
  return { app: createApp({ key, content: () => tree, faults }), control: faults.control, stop };
}
