import type { Kinds } from './draws/kind.ts';
import { runChild } from './platform/child.ts';
import { readConfig, type ServiceConfig, serviceConfig } from './platform/config.ts';
import { inWords } from './platform/startup-error.ts';

export type KindsOf = () => Promise<Kinds>;

type Run = (config: ServiceConfig, kindsOf: KindsOf) => Promise<void>;

const roles: Readonly<Record<string, Run>> = {
  prepare: async (config) => (await import('./prepare.ts')).prepare(config),
  web: (config, kindsOf) =>
    runChild(async () => (await import('./web.ts')).startWeb(config, await kindsOf())),
  worker: (config, kindsOf) =>
    runChild(async () => (await import('./worker.ts')).startWorker(config, await kindsOf())),
};

/** One program, many roles: each is a process, and `main.ts` alone says which kinds of games there are. */
export const runProgram = (role: string, kindsOf: KindsOf): Promise<void> =>
  endInWords(async () => {
    const run = roles[role];
    if (!run) throw new Error(`Unknown role "${role}": ${Object.keys(roles).join(', ')}.`);
    return run(serviceConfig(readConfig(process.env), process.env), kindsOf);
  });

/** Ends the process with 1, and the reason in words, when it cannot begin. */
export async function endInWords(begin: () => Promise<void>): Promise<void> {
  try {
    await begin();
  } catch (error) {
    console.error(inWords(error));
    process.exit(1);
  }
}
