import type { Database } from '#server/platform/database.ts';
import type { Instance } from '#test/harness/instance.ts';

/** A product that runs for a bench, and a connection past it. */
export type Running = { instance: Instance; database: Database };
