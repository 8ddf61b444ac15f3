import { runProgram } from '#server/program.ts';

/** The product with one game more: nothing else of it is changed. */
await runProgram(process.argv[2] ?? '', async () => (await import('./kind.ts')).kinds);
