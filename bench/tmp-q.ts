import { withOwner } from '#test/simulation/owner.ts';
await withOwner({ dataDir: process.argv[2] } as never, async (c) => { for (const q of process.argv.slice(3)) console.table((await c.query(q)).rows); });
