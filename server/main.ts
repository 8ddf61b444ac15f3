import { runSupervisor } from '#embedded/supervisor/supervisor.ts';
import { runChild, type Service } from './platform/child.ts';
import { type Role, readConfig, type ServiceConfig, serviceConfig } from './platform/config.ts';
import { inWords } from './platform/startup-error.ts';

/** One program, many roles: `server/main.ts supervisor | prepare | web | worker | sandbox`. */

const kinds = async () => (await import('./games/registry.ts')).kinds;

const services: Record<Role, (config: ServiceConfig) => Promise<Service>> = {
  web: async (config) => (await import('./app.ts')).startWeb(config, await kinds()),
  worker: async (config) => (await import('./worker.ts')).startWorker(config, await kinds()),
  sandbox: async (config) => (await import('#embedded/sandbox-role.ts')).startSandboxRole(config),
};

const isRole = (name: string): name is Role => Object.hasOwn(services, name);

async function main(name: string): Promise<void> {
  const config = readConfig(process.env);
  if (name === 'supervisor') return runSupervisor(config);
  if (name === 'prepare') return (await import('./prepare.ts')).prepare(serviceConfig(config, process.env));
  if (isRole(name)) return runChild(() => services[name](serviceConfig(config, process.env)));
  throw new Error(`Unknown role "${name}": supervisor, prepare, web, worker or sandbox.`);
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(inWords(error));
  process.exit(1);
});
