/** What `note-statements.ts` leaves for `tools/statements.ts`. */
import { join } from 'node:path';

/** `text` with a `gap` where something is inserted, or the name of a named statement. */
export type NotedStatement = { text: string; columns: [name: string, oid: number][] };

export const gap = '§';
export const statementsFile = join(import.meta.dirname, '../../build/.statements');
