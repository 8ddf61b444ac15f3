/**
 * A build step: React Router's hooks for observers stay out of the browser. We pass it none, so nothing of
 * the file is ever called; a version that exports more of it stops the build.
 */
import type { Plugin } from 'vite';

const observers = /\/react-router\/dist\/production\/lib\/router\/instrumentation\.js$/;

const stub = `
  export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
  export const getRouteInstrumentationUpdates = () => ({});
  export const instrumentClientSideRouter = (router) => router;
  export const instrumentHandler = (handler) => handler;
  export const instrumentationResultMetaContext = null;
`;

export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return this.environment.name === 'client' && observers.test(id) ? stub : null;
    },
  };
}
