import { runProgram } from './program.ts';

/** The product with its games: `server/main.ts supervisor | prepare | web | worker | sandbox`. */
await runProgram(process.argv[2] ?? '', async () => (await import('./games/registry.ts')).kinds);
