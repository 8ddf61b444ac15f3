import { join } from 'node:path';

/** What every program that a test starts needs from around it. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
export const environment: NodeJS.ProcessEnv = { PATH, NODE_COMPILE_CACHE };

/** Before the file of a program: what it asks PostgreSQL is noted as that of the tests is. */
export const noting = ['--import', join(import.meta.dirname, 'note-statements.ts')];
