import { type Area, sharedRules } from './area.ts';
import { webAreas } from './web-levels.ts';

const core = [...sharedRules, 'contract'];
const faces = ['integrations', '!integrations/*/sandbox'];
const toLedger = [...core, 'server/platform', 'server/security', 'server/alarms', 'server/ledger'];
const toPlayers = [...toLedger, 'server/limits', 'server/messages', 'server/players', ...faces];
const toSales = [...toPlayers, 'server/sales', 'server/payments'];
const toGames = [
  ...toSales,
  'server/fixtures',
  'server/draws',
  'server/subscriptions',
  'server/games',
  'server/clubs',
  'server/league',
  'server/content',
];
const allServer = [
  ...toGames,
  'server/operators',
  'server/syndicates',
  'server/results',
  'server/search',
  'server/http',
  'server/sample-players',
  'server/letters',
  'server/matters',
  'server/regulator',
];
const sandboxesShare = [
  ...['people', 'sandbox-page', 'sandbox-key', 'sandbox-record', 'sandbox-control', 'sandbox-trouble'].map(
    (name) => `integrations/${name}.ts`,
  ),
  'integrations/signed-protocol.ts',
];

/** What an integration speaks with, on either side of its wire; those without a line need nothing. */
const protocols: Readonly<Record<string, { sandbox: readonly string[]; client?: readonly string[] }>> = {
  'content-service': {
    sandbox: [
      'graphql',
      'graphql-yoga',
      'yaml',
      'sharp',
      'datocms-structured-text-utils',
      'mdast-util-from-markdown',
      'mdast-util-directive',
      'mdast-util-gfm-strikethrough',
      'micromark-extension-directive',
      'micromark-extension-gfm-strikethrough',
    ],
  },
  beacon: { sandbox: ['@noble/curves'], client: ['@noble/curves'] },
  'e-id': { sandbox: ['asn1js', 'pkijs', 'jose'], client: ['pkijs', 'jose'] },
  mail: { sandbox: ['smtp-server', 'postal-mime'], client: ['nodemailer'] },
};

/**
 * Who may import whom (docs/architecture.md). First match decides. A `*` stands for one name, `$1` for what
 * `at` captured, and `!` takes a folder out again. A folder always sees itself only when it is listed.
 */
export const areas: readonly Area[] = [
  {
    name: 'values',
    at: /^rules\/values\//,
    sees: ['rules/values'],
    packages: [],
    instead: 'take what you need as an argument: values know neither games nor the machine they run on',
  },
  {
    name: 'list of games',
    at: /^rules\/games\.ts$/,
    sees: [],
    packages: [],
    instead: 'the list only names the games: what they are like stands with their kind',
  },
  {
    name: 'rules of a game',
    at: /^rules\/([\w-]+)\//,
    sees: [...sharedRules, 'rules/$1'],
    packages: [],
    instead: 'rules are arithmetic: pass facts in as arguments, and move what two games share to rules/draws',
  },
  {
    name: 'texts',
    at: /^texts\//,
    sees: ['texts', 'rules/values'],
    types: ['content/texts', 'rules/games.ts'],
    packages: [],
    instead: 'texts are filled in the same way for pages and for letters: take the rest as an argument',
  },
  {
    name: 'contract',
    at: /^contract\//,
    sees: core,
    packages: ['zod'],
    instead: 'the contract is plain data for both sides: derive from it in server/http or web/api',
  },
  {
    name: 'sandbox of the organiser',
    at: /^integrations\/(organiser)\/sandbox\//,
    sees: [
      'integrations/organiser/sandbox',
      'integrations/organiser/wire.ts',
      ...sandboxesShare,
      'rules/values',
      'rules/numbers',
    ],
    packages: ['node:', 'hono', 'zod'],
    instead: 'it plays other countries by the published rules of the pools, and knows nothing of the product',
  },
  {
    name: 'sandbox of an integration',
    at: /^integrations\/([\w-]+)\/sandbox\//,
    sees: ['integrations/$1/sandbox', 'integrations/$1/wire.ts', ...sandboxesShare, 'rules/values'],
    packages: (name) => ['node:', 'hono', 'zod', ...(protocols[name]?.sandbox ?? [])],
    instead: 'a sandbox shares the wire with the adapter, not its brain: put the message shape in wire.ts',
  },
  {
    name: 'face, wire and client of an integration',
    at: /^integrations\/([\w-]+)\//,
    sees: [
      ...['integrations/$1', '!integrations/$1/sandbox', 'integrations/signed-protocol.ts'],
      ...['integrations/caller.ts', 'integrations/delivery-error.ts', 'rules/values'],
    ],
    packages: (name) => ['node:', 'zod', ...(protocols[name]?.client ?? [])],
    instead: 'an adapter knows its own protocol and nothing else: take the rest through face.ts',
  },
  {
    name: 'what integrations share',
    at: /^integrations\/(people|sandbox-[a-z]+|signed-protocol|caller|delivery-error)\.ts$/,
    sees: [],
    types: ['integrations/signed-protocol.ts'],
    packages: ['node:', 'hono', 'zod', 'undici'],
    instead: 'people, pages, keys and signatures alone: what an outside party does stands in its own folder',
  },
  {
    name: 'platform',
    at: /^server\/platform\//,
    sees: ['server/platform', 'rules/values'],
    types: ['contract'],
    instead: 'the platform knows no business: take a function or a value as argument',
  },
  {
    name: 'security log',
    at: /^server\/security\//,
    sees: [...core, 'server/platform', 'server/security'],
    instead: 'the log takes what it is told: let the caller say what happened',
  },
  {
    name: 'operators',
    at: /^server\/operators\//,
    sees: [...core, 'server/platform', 'server/security', 'server/operators'],
    instead: 'it proves who acts and knows no command: take names and roles as arguments',
  },
  {
    name: 'alarms',
    at: /^server\/alarms\//,
    sees: ['server/platform', 'server/alarms', ...faces],
    instead: 'an alarm knows no business: let the caller say what happened',
  },
  {
    name: 'ledger',
    at: /^server\/ledger\//,
    sees: toLedger,
    instead: 'the ledger knows accounts and transfers only: let the caller name the cause',
  },
  {
    name: 'limits',
    at: /^server\/limits\//,
    sees: [...toLedger, 'server/limits'],
    instead: 'limits decide whether money may move: let the caller above tell people and end sessions',
  },
  {
    name: 'messages',
    at: /^server\/messages\//,
    sees: [...core, 'server/platform', 'server/messages', ...faces, 'content/texts', 'texts'],
    instead: 'messages stand below players: let the caller say whom to tell what',
  },
  {
    name: 'players',
    at: /^server\/players\//,
    sees: [...toPlayers, 'texts'],
    instead: 'players stand below tickets and games: let the caller above put the two together',
  },
  {
    name: 'sales',
    at: /^server\/sales\//,
    sees: [...toPlayers, 'server/sales'],
    instead: 'a sale knows no game and no payment: take what differs as an argument',
  },
  {
    name: 'payments',
    at: /^server\/payments\//,
    sees: [...toPlayers, 'server/payments'],
    instead: 'payments know no ticket: take what differs as an argument',
  },
  {
    name: 'fixtures',
    at: /^server\/fixtures\//,
    sees: [...core, 'server/platform', 'server/security', 'server/alarms', 'server/fixtures'],
    instead: 'matches know nothing of what is played on them: let the game above follow their facts',
  },
  {
    name: 'draws',
    at: /^server\/draws\//,
    sees: [...toSales, 'server/draws'],
    instead: 'what is true of every draw knows no game: what differs comes with its kind (draws/kind.ts)',
  },
  {
    name: 'subscriptions',
    at: /^server\/subscriptions\//,
    sees: [...toSales, 'server/draws', 'server/subscriptions', 'texts'],
    instead: 'a subscription buys what its game prices: take prices and coupons as arguments',
  },
  {
    name: 'a game',
    at: /^server\/games\/([\w-]+)\//,
    sees: [
      ...['rules/$1', ...toSales, 'server/fixtures', 'server/draws', 'server/subscriptions'],
      ...['server/games/$1', 'server/games/*.ts'],
    ],
    instead:
      'games come and go and never import each other: move what is shared down to draws or rules/values',
  },
  {
    name: 'registry of games',
    at: /^server\/games\/[\w-]+\.ts$/,
    sees: toGames,
    instead: 'the registry lists games: leave the rest to results, http or app',
  },
  {
    name: 'clubs',
    at: /^server\/clubs\//,
    sees: [...toSales, 'server/draws', 'server/clubs'],
    instead: 'contributions follow from draws and tickets: what differs between games stands with their kind',
  },
  {
    name: 'league',
    at: /^server\/league\//,
    sees: [...toSales, 'server/fixtures', 'server/draws', 'server/games', 'server/league', 'rules/pools'],
    instead: 'the league counts tickets of the pools and decides about none: wire the rest in server/app',
  },
  {
    name: 'syndicates',
    at: /^server\/syndicates\//,
    sees: [...toGames, 'rules/pools', 'server/syndicates'],
    instead: 'a syndicate buys what a pool sells: what other games sell needs a decision first',
  },
  {
    name: 'content',
    at: /^server\/content\//,
    sees: [...toPlayers, 'server/content', 'content/texts'],
    instead: 'move what is shared down, or put the two together in server/app',
  },
  {
    name: 'results',
    at: /^server\/results\//,
    sees: [...toGames, 'server/results'],
    instead: 'results read the games through their registry: wire the rest in server/app',
  },
  {
    name: 'search',
    at: /^server\/search\//,
    sees: [...toGames, 'server/search', 'texts', 'content/texts'],
    instead: 'search only reads what others keep: what it puts together is wired in server/app',
  },
  {
    name: 'sample players',
    at: /^server\/sample-players\//,
    sees: [...toGames, 'server/sample-players', 'rules/numbers', 'rules/pools'],
    instead: 'sample players buy by the same call as people do: call the use case of the game',
  },
  {
    name: 'letters',
    at: /^server\/letters\//,
    sees: [...toGames, 'server/letters'],
    instead: 'letters only read what happened: nothing of a sale or a draw may wait for them',
  },
  {
    name: 'matters',
    at: /^server\/matters\//,
    sees: [...toGames, 'server/matters'],
    instead: 'it only reads what waits for a player: what is done about it stands with its subject',
  },
  {
    name: 'regulator',
    at: /^server\/regulator\//,
    sees: [...toGames, 'server/regulator'],
    instead: 'an export only reads what happened: nothing may wait for it',
  },
  {
    name: 'http',
    at: /^server\/http\//,
    sees: [...allServer, 'texts'],
    instead: 'pages come from the build and wiring stands in server/app',
  },
  {
    name: 'wiring of the API',
    at: /^server\/app(\/[\w-]+)?\.ts$/,
    sees: [...allServer, 'server/app', 'server/outside.ts'],
    importsMax: 20,
    instead: 'a file of server/app wires one subject of the API',
  },
  {
    name: 'top of the server',
    at: /^server\/[\w-]+\.ts$/,
    sees: [...allServer, 'server/*.ts'],
    instead:
      'the server serves the built web (build/), runs without embedded/, and never imports operator or tests',
  },
  {
    name: 'operator',
    at: /^operator\//,
    // `history import` reads past draws of number lotteries.
    sees: ['operator', ...allServer, 'server/*.ts', 'rules/numbers'],
    later: ['embedded'],
    instead:
      'a command calls the same use cases as the server, and reads embedded/ only where no database is named',
  },
  {
    name: 'PostgreSQL of our own',
    at: /^embedded\/postgres\//,
    sees: ['embedded/postgres', 'server/platform'],
    instead: 'it runs a database and knows nothing of what lies in it',
  },
  {
    name: 'supervisor',
    at: /^embedded\/supervisor\//,
    sees: ['embedded/supervisor', 'embedded/postgres', 'server/platform'],
    instead: 'the supervisor holds no business code: let a role do it, in a process of its own',
  },
  {
    name: 'seed',
    at: /^embedded\/seed[/.]/,
    // It makes up the past of number lotteries, and of pools as the sandbox of their feed plays them.
    sees: [...['embedded/seed', ...toGames, 'rules/numbers', 'rules/pools'], 'integrations/match-feed'],
    instead: 'the seed uses the modules that it fills, not HTTP and not the web',
  },
  {
    name: 'roles of the embedded mode',
    at: /^embedded\/[\w-]+\.ts$/,
    sees: [
      ...['embedded', 'integrations', 'server/platform', 'server/operators', 'server/games'],
      'server/*.ts',
    ],
    instead: 'what production needs too belongs into server/',
  },
  ...webAreas,
  {
    name: 'offline checker',
    at: /^tools\/check-proof\.mjs$/,
    sees: [],
    packages: ['node:'],
    instead: 'anybody must be able to check a proof with this file and Node alone: write it out here',
  },
  {
    name: 'starters for Node 20',
    at: /^tools\/[\w-]+\.mjs$/,
    sees: ['tools/*.mjs'],
    packages: ['node:'],
    instead: 'it runs before anything is installed: Node built-ins only',
  },
];

/**
 * Folders without a line of their own: tests, benches, tools and the configuration files may import anything.
 */
export const unwalled = /^(test|bench|tools|content)\/|^[\w.-]+\.ts$/;

/** What a test beside the code sees on top of its area. */
export const testExtras = [
  ...['test', 'tools', 'embedded', 'operator', 'contract', 'rules', 'server/*.ts', 'integrations/$1/sandbox'],
  'integrations/sandbox-key.ts',
];
