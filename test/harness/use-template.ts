/** Instances of the browser's files begin as copies of the template. */
import { inject } from 'vitest';
import { type RunningInstance, templateVariable } from './instance.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** DATA_DIR of the template; none where its database is kept apart and would be shared by all copies. */
    instanceTemplate: string | undefined;
    sharedInstance: RunningInstance;
  }
}

const template = inject('instanceTemplate');
if (template !== undefined) process.env[templateVariable] = template;

/**
 * For files that only read, or whose players are their own: no clock is moved there, nothing is stopped, and
 * the demo players stay as they are.
 */
export function sharedInstance(): RunningInstance {
  return inject('sharedInstance');
}
