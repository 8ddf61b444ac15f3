import { runWhole } from './program.ts';

/** What `npm start` runs: `embedded/main.ts supervisor`, and the roles that it starts again as processes. */
await runWhole(process.argv[2] ?? '', async () => (await import('#server/games/registry.ts')).kinds);
