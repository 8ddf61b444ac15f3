import { runChild } from '#server/platform/child.ts';
import { type Config, readConfig, type ServiceConfig, serviceConfig } from '#server/platform/config.ts';
import { endInWords, type KindsOf, runProgram } from '#server/program.ts';

const service = (config: Config): ServiceConfig => serviceConfig(config, process.env);

/** Roles that only `npm start` has, and `prepare` with the seed; the others run as in production. */
const roles: Readonly<Record<string, (config: Config) => Promise<void>>> = {
  supervisor: async (config) => (await import('./supervisor/supervisor.ts')).runSupervisor(config),
  prepare: async (config) => (await import('./prepare.ts')).prepareWithSeed(service(config)),
  sandbox: (config) =>
    runChild(async () => (await import('./sandbox-role.ts')).startSandboxRole(service(config))),
};

/** The product whole: every role is this program again. */
export function runWhole(role: string, kindsOf: KindsOf): Promise<void> {
  const run = roles[role];
  return run ? endInWords(async () => run(readConfig(process.env))) : runProgram(role, kindsOf);
}
