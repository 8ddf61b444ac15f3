/**
 * `import texts from './home-page.tsx?texts'`: the keys of every text that this file asks for, itself and by
 * what it brings along, so that a page sends these and no others.
 */
import type { Plugin } from 'vite';
import { readWeb, textsOf, type Web } from './reached.ts';

const suffix = '?texts';
const prefix = '\0texts:';

export function pageTexts(): Plugin {
  let web: Promise<Web> | undefined;
  return {
    name: 'page-texts',
    enforce: 'pre',
    async resolveId(specifier, importer) {
      if (!specifier.endsWith(suffix)) return null;
      const file = await this.resolve(specifier.slice(0, -suffix.length), importer);
      return file && prefix + file.id;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      web ??= readWeb();
      const { keys, unseen } = textsOf(id.slice(prefix.length), await web);
      if (unseen.length > 0) this.error(unseen.join('\n'));
      return `export default ${JSON.stringify(keys)};`;
    },
    // While somebody works on the product, a change of any file may change what a page asks for.
    hotUpdate({ file }) {
      if (!/\.(tsx?|json)$/.test(file)) return;
      web = undefined;
      const { idToModuleMap } = this.environment.moduleGraph;
      for (const [id, module] of idToModuleMap) {
        if (id.startsWith(prefix)) this.environment.moduleGraph.invalidateModule(module);
      }
    },
  };
}
