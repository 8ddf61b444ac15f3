/** Reloads the content when a file of it changes. */
import { watch } from 'node:fs';
import { type ContentTree, describe, loadContent } from './load.ts';
import type { Problem } from './problem.ts';

export type WatchOptions = {
  root: string;
  /** What was loaded so far. */
  current(): ContentTree;
  /** A change without a problem. */
  changed(after: ContentTree, before: ContentTree): void;
  warn(message: string): void;
};

/** An editor writes a file in several steps. */
const quietMs = 40;

/** What does not load is told, and the last good content stays. Returns how to stop. */
export function watchContent({ root, current, changed, warn }: WatchOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;
  let again = false;
  const reload = async () => {
    again = isReading;
    if (isReading) return;
    isReading = true;
    do {
      again = false;
      const before = current();
      const { tree, problems } = await loadContent(root).catch(failed);
      if (tree && problems.length === 0) changed(tree, before);
      else warn(`${describe(problems)}\nThe last good content is still served.`);
    } while (again);
    isReading = false;
  };
  const watcher = watch(root, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), quietMs);
  });
  watcher.on('error', (error) => warn(`content/ is not watched any more: ${String(error)}`));
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

function failed(error: unknown): { tree: null; problems: Problem[] } {
  return { tree: null, problems: [{ file: '', message: String(error) }] };
}
