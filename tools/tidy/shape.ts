/**
 * The same job has the same name in the same place: four mirrors of a kind of game and the files in them,
 * tests where vitest looks for them.
 */
import type { Finding, Tree } from '#tools/source/tree.ts';

/** What every kind of game with draws has, each in a file of the same name. */
const siblings = [
  'kind',
  'buy',
  'current',
  'engine-a',
  'engine-b',
  'outcome',
  'result',
  'routes',
  'showing',
  'ticket',
];

const mirrors = (game: string) => [
  `rules/${game}/`,
  `contract/games/${game}.ts`,
  `server/games/${game}/`,
  // Fixed odds have no draws.
  ...(game === 'betting' ? [] : siblings.map((name) => `server/games/${game}/${name}.ts`)),
  `web/features/${game}/`,
];

/** Other features of the web than games: every folder there is a game or is named here. */
const otherFeatures = new Set([
  'account',
  'auth',
  'betslip',
  'catalogue',
  'check',
  'clubs',
  'content',
  'help',
  'home',
  'league',
  'news',
  'payments',
  'results',
  'self-test',
  'sharing',
  'statistics',
  'subscriptions',
  'syndicates',
  'tickets',
]);

export function checkGames(tree: Tree): Finding[] {
  const paths = [...tree.keys()];
  const games = new Set(
    paths.flatMap((path) => {
      const found = /^(?:rules|server\/games|web\/features)\/([\w-]+)\/|^contract\/games\/([\w-]+)\.ts$/.exec(
        path,
      );
      const name = found?.[1] ?? found?.[2];
      return name === undefined || name === 'values' || name === 'draws' || otherFeatures.has(name)
        ? []
        : name;
    }),
  );
  return [...games].flatMap((game) =>
    mirrors(game)
      .filter((place) => !paths.some((path) => path.startsWith(place)))
      .map((place) => ({
        path: place,
        message: `the game ${game} lacks this: a kind has four places, in rules, contract, server and web`,
      })),
  );
}

const testRoots =
  /^(rules|texts|contract|integrations|content|web|tools|docs|server|embedded|operator|bench|test)\//;

export function checkTestPlaces(tree: Tree): Finding[] {
  return [...tree.keys()].flatMap((path) => {
    const looksLikeTest = /\.(test|spec)\.\w+$|(^|\/)__tests__\//.test(path);
    if (!looksLikeTest || (/\.test\.tsx?$/.test(path) && testRoots.test(path))) return [];
    return [
      {
        path,
        message: 'vitest does not run this file: name it x.test.ts beside x.ts, or put it under test/',
      },
    ];
  });
}
