import { join } from 'node:path';

/** What every program that a test starts needs from around it. */
const { PATH, NODE_COMPILE_CACHE, VITEST } = process.env;
export const environment: NodeJS.ProcessEnv = {
  PATH,
  NODE_COMPILE_CACHE,
  // Several run beside each other in tests; a benchmark measures what the machine gives.
  ...(VITEST !== undefined && { DATABASE_MEMORY: '1024' }),
};

/** Before the file of a program: what it asks PostgreSQL is noted as that of the tests is. */
export const noting = ['--import', join(import.meta.dirname, 'note-statements.ts')];
