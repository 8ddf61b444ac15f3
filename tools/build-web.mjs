// Builds the web (build/) when what it is made of has changed. Plain JavaScript for Node 20.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { alone, node, quietly, read, root } from './install.mjs';

const sources = ['web', 'contract', 'rules', 'texts', 'content', 'package-lock.json', 'package.json'];
const configs = [
  'vite.config.ts',
  'react-router.config.ts',
  'tools/build-web.mjs',
  'tools/css-modules.ts',
  'tools/cut-font.ts',
  'tools/lean-router.ts',
  'tools/browsers/oldest.ts',
  'tools/page-texts',
  'tools/source',
  'tools/precompressed.ts',
];
const stamp = join(root, 'build/.stamp');

/** @returns false when the build failed; its reason has been printed. */
export function buildWeb() {
  if (!existsSync(join(root, 'web/root.tsx'))) {
    console.error('There are no pages yet: nothing to build.');
    return true;
  }
  return alone('build', () => {
    const wanted = fingerprint([...sources, ...configs]);
    if (read(stamp) === wanted) return true;
    console.error('Building the web …');
    const env = { ...process.env, NODE_ENV: 'production' };
    const { ok, said } = quietly(node, ['node_modules/.bin/react-router', 'build'], env);
    if (!ok) {
      console.error(said);
      return false;
    }
    mkdirSync(join(root, 'build'), { recursive: true });
    writeFileSync(stamp, wanted);
    return true;
  });
}
