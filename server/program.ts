import { runSupervisor } from '#embedded/supervisor/supervisor.ts';
import type { Kinds } from './draws/kind.ts';
import { runChild, type Service } from './platform/child.ts';
import { type Role, readConfig, type ServiceConfig, serviceConfig } from './platform/config.ts';
import { inWords } from './platform/startup-error.ts';

type KindsOf = () => Promise<Kinds>;

const services: Record<Role, (config: ServiceConfig, kindsOf: KindsOf) => Promise<Service>> = {
  web: async (config, kindsOf) => (await import('./app.ts')).startWeb(config, await kindsOf()),
  worker: async (config, kindsOf) => (await import('./worker.ts')).startWorker(config, await kindsOf()),
  sandbox: async (config) => (await import('#embedded/sandbox-role.ts')).startSandboxRole(config),
};

const isRole = (name: string): name is Role => Object.hasOwn(services, name);

/**
 * One program, many roles. A role is a process of the same program, so `main.ts` alone says which kinds of
 * games there are. Ends the process with 1, and the reason in words, when it cannot begin.
 */
export async function runProgram(role: string, kindsOf: KindsOf): Promise<void> {
  try {
    await run(role, kindsOf);
  } catch (error) {
    console.error(inWords(error));
    process.exit(1);
  }
}

async function run(role: string, kindsOf: KindsOf): Promise<void> {
  const config = readConfig(process.env);
  if (role === 'supervisor') return runSupervisor(config);
  if (role === 'prepare') return (await import('./prepare.ts')).prepare(serviceConfig(config, process.env));
  if (isRole(role)) return runChild(() => services[role](serviceConfig(config, process.env), kindsOf));
  throw new Error(`Unknown role "${role}": supervisor, prepare, web, worker or sandbox.`);
}
