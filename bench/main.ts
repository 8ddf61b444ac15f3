/** `npm run bench -- NAME`: runs one benchmark in an instance of its own and prints one JSON line last. */
const benches: Record<string, () => Promise<{ run: () => Promise<object> }>> = {
  purchases: () => import('./purchases.ts'),
  'locked-wallet': () => import('./locked-wallet.ts'),
  signin: () => import('./signin.ts'),
  evening: () => import('./evening.ts'),
  subscriptions: () => import('./subscriptions.ts'),
  deposits: () => import('./deposits.ts'),
  'card-charges': () => import('./card-charges.ts'),
  settle: () => import('./settle.ts'),
  'long-coupons': () => import('./long-coupons.ts'),
  'count-pool': () => import('./count-pool.ts'),
  'people-choice': () => import('./people-choice.ts'),
  contributions: () => import('./contributions.ts'),
  'settle-pages': () => import('./settle-pages.ts'),
  growth: () => import('./growth/growth.ts'),
  pages: () => import('./pages.ts'),
  connections: () => import('./connections.ts'),
  'web-vitals': () => import('./web-vitals.ts'),
  'name-timing': () => import('./name-timing.ts'),
  compare: () => import('./compare.ts'),
  pictures: () => import('./pictures.ts'),
};

const name = process.argv[2] ?? '';
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (!load) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
const { run } = await load();
const result = await run();
console.log(JSON.stringify({ name, ...result }));
process.exit(0);
