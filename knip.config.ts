import type { KnipConfig } from 'knip';

/** `knip` lists files that nothing uses; `knip --production` those that only tests use: there `!` counts. */
export default {
  entry: [
    '{server,operator,embedded}/main.ts!',
    // Programs that are started by their path; `bare` is an application of its own, to compare with.
    'bench/*.ts!',
    'bench/bare/**/*.{ts,tsx}!',
    'tools/*.{mjs,ts}!',
    'web/{root,entry.client,entry.server}.tsx!',
    '**/*.test.{ts,tsx}',
    'test/harness/*.{ts,mjs}',
    'test/{simulation,scores}/main.ts',
    'test/upgrade/record.ts',
    // Odds in hundredths, for betting; here so that amounts of three kinds cannot be mixed.
    'rules/values/odds.ts!',
  ],
  project: [
    '**/*.{ts,tsx,mjs}!',
    'web/**/*.{css,svg}!',
    '!**/*.test.{ts,tsx}!',
    '!{test,tools}/**!',
    '!**/*fixture*!',
    '!**/fixtures/**!',
  ],
  // A picture imports nothing.
  compilers: { svg: () => '' },
  include: ['files'],
  treatConfigHintsAsErrors: true,
} satisfies KnipConfig;
