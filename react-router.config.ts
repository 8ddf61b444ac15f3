import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { hashScripts, scriptListFile } from './server/http/scripts.ts';

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The table of addresses is small: shipping it with the page saves a request per navigation.
  routeDiscovery: { mode: 'initial' },
  // What is served later is compared with what was built.
  async buildEnd({ reactRouterConfig: { buildDirectory } }) {
    const scripts = await hashScripts(join(buildDirectory, 'client'));
    await writeFile(join(buildDirectory, scriptListFile), JSON.stringify(scripts));
  },
} satisfies Config;
