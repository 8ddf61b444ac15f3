import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { createFaults } from './faults.ts';
import { loadContent } from './load.ts';

export type ContentStandInOptions = {
  /** The folder `content`. */
  root: string;
  key: string;
};

/** The whole stand-in. Rejects when a file of `content/` is broken, naming it. */
export async function contentServiceStandIn({ root, key }: ContentStandInOptions): Promise<{
  app: Hono;
  control: Hono;
}> {
  const { tree, problems } = await loadContent(root);
  if (problems.length > 0) {
    const lines = problems.map(({ file, message }) => `  content/${file}: ${message}`);
    console.error(`content/ is broken:\n${lines.join('\n')}`);
  }
  const faults = createFaults();
  return { app: createApp({ key, content: () => tree, faults }), control: faults.control };
}
