import { runWhole } from '#embedded/program.ts';

/** The product with one game more: nothing else of it is changed. */
await runWhole(process.argv[2] ?? '', async () => (await import('./kind.ts')).kinds);
