import { runProgram } from './program.ts';

/** The product with its games: `server/main.ts prepare | web | worker`. `npm start` runs embedded/main.ts. */
await runProgram(process.argv[2] ?? '', async () => (await import('./games/registry.ts')).kinds);
