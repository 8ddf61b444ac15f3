/** The browser's scripts hold neither server code nor zod: every build looks, and stops. */
import type { Plugin } from 'vite';

const ours = /^\/(server|embedded|operator|integrations|db|contract|test|bench|tools)\//;
const packages = /^\/node_modules\/(zod|pg|hono|pino)\//;

/** @param modules absolute paths; only what lies under `projectRoot` is judged */
export function foreignModules(modules: readonly string[], projectRoot: string): string[] {
  const own = modules.filter((id) => id.startsWith(projectRoot)).map((id) => id.slice(projectRoot.length));
  return own.filter((id) => ours.test(id) || packages.test(id));
}

export function noServerCodeInBrowser(): Plugin {
  return {
    name: 'no-server-code-in-browser',
    apply: 'build',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const found = foreignModules(modules, this.environment.config.root);
      if (found.length > 0) {
        this.error(
          `The browser would get ${found.join(', ')}: import a type instead, or fetch through web/api.`,
        );
      }
    },
  };
}
