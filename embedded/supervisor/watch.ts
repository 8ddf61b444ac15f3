import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folders = ['server', 'contract', 'rules', 'texts', 'integrations', 'content', 'db', 'embedded'];

/** Hot reload: calls back a moment after the last change of a source file. */
export function watchSources(changed: () => void): { stop(): Promise<void> } {
  let pause: NodeJS.Timeout | undefined;
  const watchers = folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      watch(folder, { recursive: true }, (_event, file) => {
        if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return;
        clearTimeout(pause);
        pause = setTimeout(changed, 150);
      }),
    );
  return {
    stop: async () => {
      clearTimeout(pause);
      for (const watcher of watchers) watcher.close();
    },
  };
}
