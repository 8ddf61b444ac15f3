/** Every check of this folder on the project, and on a small tree that breaks it. */
import { describe, expect, test } from 'vitest';
import { inWords, readTree } from '#tools/source/tree.ts';
import { checks } from './all.ts';
import { checkCatalogues } from './catalogues.ts';
import { checkColours } from './colours.ts';
import { checkCalls } from './contract.ts';
import { checkCssModules } from './css-modules.ts';
import { checkDocs, checkUnusedPackages } from './docs.ts';
import { checkGames, checkTestPlaces } from './shape.ts';
import { checkSizes } from './sizes.ts';
import { checkSqlClock } from './sql-clock.ts';
import { checkTableOwners } from './table-owners.ts';
import { checkWords } from './words.ts';

const project = readTree();
const none = { files: {}, functions: {}, longLines: {} };
const tree = (files: Record<string, string>) => new Map(Object.entries(files));
const said = (findings: Parameters<typeof inWords>[0][]) => findings.map(inWords).join('\n');

describe('the project', () => {
  for (const [name, check] of Object.entries(checks)) {
    test(name, () => {
      expect(check(project).map(inWords)).toEqual([]);
    });
  }
});

describe('sizes', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);
  const fn = (count: number) => `export function sum() {\n${lines(count - 2)}}\n`;
  const sizesOf = (text: string, ratchet = none) =>
    said(checkSizes(tree({ 'rules/values/a.ts': text }), ratchet));

  test('a file of 400 lines passes, of 401 not', () => {
    expect(sizesOf(lines(400))).toBe('');
    expect(sizesOf(lines(401))).toContain('401 lines, 400 are allowed: split it');
  });

  test('a function of 60 lines passes, of 61 not', () => {
    expect(sizesOf(fn(60))).toBe('');
    expect(sizesOf(fn(61))).toContain('sum has 61 lines, 60 are allowed');
  });

  test('a line of 110 characters passes, of 111 not', () => {
    const line = (length: number) => `// ${'ab '.repeat(50)}`.slice(0, length - 1).concat('.');
    expect(sizesOf(line(110))).toBe('');
    expect(sizesOf(line(111))).toContain('longer than 110 characters');
  });

  test('the ratchet allows what stands in it, never more, and is tightened', () => {
    const ratchet = { ...none, functions: { 'rules/values/a.ts sum': 80 } };
    expect(sizesOf(fn(80), ratchet)).toBe('');
    expect(sizesOf(fn(81), ratchet)).toContain('80 are allowed');
    expect(sizesOf(fn(79), ratchet)).toContain('sum shrank to 79: write 79');
    expect(sizesOf(fn(60), ratchet)).toContain('sum shrank to 60: take it out');
    expect(sizesOf('', ratchet)).toContain('rules/values/a.ts sum does not exist: take it out');
  });
});

test('a text that is written twice is found, also under a heading that is', () => {
  const twice = '{\n  "home": {\n    "title": "A",\n    "title": "B"\n  },\n  "play": {},\n  "home": {}\n}';
  expect(checkCatalogues(tree({ 'content/texts/en.json': twice })).map(({ message }) => message)).toEqual([
    'home.title is written twice',
    'home is written twice',
  ]);
});

describe('words', () => {
  const digits = (...parts: string[]) => parts.join('');
  const place = (...parts: string[]) => `/${parts.join('/')}`;

  test.each([
    ['rules/a.ts', `// ${digits('TO', 'DO')} price this`, 'a leftover mark'],
    ['rules/a.ts', `// It ${digits('used ', 'to')} be a float.`, 'the past'],
    ['db/migrations/1.sql', `-- ${digits('Previous', 'ly')} a flag.`, 'the past'],
    ['rules/a.test.ts', `test${digits('.on', 'ly')}('x', () => {});`, 'switched off or alone'],
    ['rules/a.test.ts', `describe${digits('.sk', 'ip')}('x', () => {});`, 'switched off or alone'],
    ['server/ledger/a.ts', 'export const at = Date.now();', 'the real clock or chance'],
    ['web/ui/a.ts', 'export const at = new Date();', 'the real clock or chance'],
    ['embedded/a.ts', 'const client = new pg.Client({ connectionString });', 'a connection without bounds'],
    ['rules/a.ts', 'export const pick = () => Math.random();', 'the real clock or chance'],
    ['web/ui/a.ts', "export const kr = (1).toLocaleString('is');", 'idea of a language'],
    ['web/ui/a.ts', "export const kept = localStorage.getItem('a');", 'storage that a browser may block'],
    ['web/shell/a.ts', "document.cookie = 'a=b';", 'storage that a browser may block'],
    ['rules/a.ts', 'export const by = (a: string, b: string) => a.localeCompare(b);', 'idea of a language'],
    [
      'tools/a.mjs',
      `const home = '${place('ro', 'ot/thing').replace('ro/ot', 'root')}';`,
      'a place on one machine',
    ],
    ['server/draws/a.ts', 'export const amountJoker = 250;', "one game's own word"],
    ['server/sales/a.ts', '/** A ticket of Lotto. */', "one game's own word"],
    ['db/migrations/007_a.sql', 'CREATE TABLE a (bonus_masks bigint[]);', "one game's own word"],
    ['server/a.ts', 'const all = `select from graphile_worker._private_jobs`;', "the queue's own tables"],
    ['.npmrc.md', `https://${digits('registry', '.npmjs.org')}/x`, 'the address of a package registry'],
    ['server/a.ts', `const data = '${digits('../sha', 'red')}/data';`, 'a folder outside the project'],
    [
      'web/ui/a.ts',
      `/** A table (${digits('checkl', 'ist 47')}). */`,
      'a paper that is not in the repository',
    ],
    ['docs/a.md', `Sold as ${digits('§', '7')} says.`, 'a paper that is not in the repository'],
    ['docs/a.md', `Jón, ${digits('010170', '-2019')}`, 'a real national id'],
    ['docs/a.md', digits('4111 1111 ', '1111 1111'), 'a real card number'],
    ['docs/a.md', digits('-----BEGIN PRIVATE ', 'KEY-----\nMIIEvQIBADANBgkqhkiG9w0B'), 'a secret'],
  ])('%s: %s', (path, text, name) => {
    expect(said(checkWords(tree({ [path]: text })))).toMatch(new RegExp(`${name}.*: .+`));
  });

  test.each([
    ['rules/a.ts', '// The key is used to find the row.'],
    ['server/games/numbers/a.ts', 'export const jokerLength = 5;'],
    ['server/draws/a.test.ts', "export const draw = { game: 'lotto' };"],
    ['rules/a.test.ts', "test.skipIf(!data)('x', () => {});"],
    ['server/ledger/a.ts', "export const at = new Date('2026-01-01T00:00:00Z');"],
    ['server/platform/a.ts', 'export const at = Date.now();'],
    ['rules/a.ts', "export const word = 'Date.now';"],
    ['docs/a.md', 'The first persons of the table: 010170-0019, 1706850089; order 9912345678.'],
    ['web/ui/a.ts', '/** A table (must-hold 47; docs/rules/number-lotteries.md). */'],
    ['docs/a.md', 'Card 4000 0001 0000 0001.'],
  ])('%s: %s is fine', (path, text) => {
    expect(said(checkWords(tree({ [path]: text })))).toBe('');
  });
});

describe('SQL', () => {
  const migration = {
    'db/migrations/1.sql': 'CREATE TABLE wallets (a int); create view player_coupons as select 1;',
  };
  const ownersOf = (path: string, text: string) =>
    said(checkTableOwners(tree({ ...migration, [path]: text })));

  test.each([
    ['server/sales/a.ts', 'const text = `UPDATE wallets SET balance = $1`;'],
    ['server/games/numbers/a.ts', 'const text = `WITH x AS (SELECT 1) INSERT INTO wallets SELECT 1`;'],
    ['operator/a.ts', 'await sql`DELETE FROM wallets`.execute(tx);'],
  ])('%s may not write a table of the ledger: %s', (path, text) => {
    expect(ownersOf(path, text)).toContain(
      'only server/ledger writes wallets: call a function of that module',
    );
  });

  test('a module reads tables of its own level and below only', () => {
    const text = 'const text = `SELECT 1 FROM player_coupons JOIN wallets USING (player_id) FOR UPDATE`;';
    expect(ownersOf('server/ledger/a.ts', text)).toContain(
      'player_coupons belongs to server/sales, above this file',
    );
    expect(ownersOf('server/games/numbers/a.ts', text)).toBe('');
  });

  test('a table without an owner is told', () => {
    const findings = checkTableOwners(
      tree({ 'db/migrations/1.sql': 'create table secrets_of_nobody (a int);' }),
    );
    expect(said(findings)).toContain('table secrets_of_nobody has no owner');
  });

  test.each([
    ['server/ledger/a.ts', 'const text = `SELECT now() FROM wallets`;'],
    ['server/ledger/a.ts', "const text = 'insert into a select current_timestamp from b';"],
    ['db/migrations/9.sql', 'CREATE TABLE a (at timestamptz DEFAULT clock_timestamp());'],
  ])('%s may not read the real clock: %s', (path, text) => {
    expect(said(checkSqlClock(tree({ [path]: text })))).toContain('decide by domain_now()');
  });

  test('domain time passes', () => {
    expect(
      checkSqlClock(tree({ 'server/a.ts': 'const text = `SELECT domain_now() FROM wallets`;' })),
    ).toEqual([]);
  });
});

describe('colours', () => {
  test.each([
    ['web/styles/home.css', '.a { color: #e4b200; }'],
    ['web/ui/a.tsx', "export const line = { color: '#fff' };"],
  ])('%s: %s', (path, text) => {
    expect(said(checkColours(tree({ [path]: text })))).toContain('name it in web/styles/tokens.css');
  });

  test('tokens, comments, anchors and aliases are not colours to mend', () => {
    const fine = {
      'web/styles/tokens.css': ':root { --gold: #e4b200; }',
      'web/styles/home.css': '/* was drawn as #e4b200 */ .a { color: var(--gold); }',
      'web/ui/a.ts': "import { a } from '#web/ui/b.ts'; export const to = '/lotto#add';",
    };
    expect(said(checkColours(tree(fine)))).toBe('');
  });
});

describe('classes of CSS modules', () => {
  const button = '.button { color: red; }';
  const use = "import * as buttonCss from './button.module.css';\nexport const look = buttonCss.button;";
  const modulesOf = (files: Record<string, string>) =>
    said(checkCssModules(tree({ 'web/ui/button.module.css': button, 'web/ui/button.tsx': use, ...files })));

  test('agree', () => {
    const menu =
      '@media (width > 1px) { .menu :global(.button_button), .menu :global(.wrap) { color: red; } }';
    const shell = "import * as menuCss from './menu.module.css';\nexport const look = menuCss.menu;";
    expect(modulesOf({ 'web/shell/menu.module.css': menu, 'web/shell/menu.tsx': shell })).toBe('');
  });

  test.each([
    ['a class that is not there', { 'web/ui/button.tsx': `${use}buttonCss.big;` }, 'has no class .big'],
    ['one that nobody uses', { 'web/ui/button.module.css': `${button} .big {}` }, 'no file uses .big'],
    ['two modules of one name', { 'web/shell/button.module.css': '' }, 'has this name too'],
    ['another sheet', { 'web/ui/a.module.css': ':global(.button_big) {}' }, 'that is called .button_big'],
    [
      'the sheet of a room above',
      {
        'web/shell/menu.module.css': '.menu {}',
        'web/shell/menu.tsx':
          "import * as menuCss from './menu.module.css';\nexport const look = menuCss.menu;",
        'web/ui/a.module.css': ':global(.menu_menu) {}',
      },
      'may not name .menu_menu',
    ],
  ])('%s', (_what, files, message) => {
    expect(modulesOf(files)).toContain(message);
  });
});

describe('shape', () => {
  test('a game without one of its mirrors', () => {
    const server = [
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
    const files = ['rules/toto/price.ts', 'contract/games/toto.ts', 'web/features/toto/slip.ts'].concat(
      server.map((name) => `server/games/toto/${name}.ts`),
    );
    const without = (left: string) =>
      said(
        checkGames(tree(Object.fromEntries(files.filter((file) => file !== left).map((file) => [file, ''])))),
      );
    expect(without('')).toBe('');
    expect(without('web/features/toto/slip.ts')).toContain('web/features/toto/: the game toto lacks this');
    expect(without('server/games/toto/ticket.ts')).toContain(
      'server/games/toto/ticket.ts: the game toto lacks',
    );
  });

  test('a test where nobody runs it', () => {
    expect(said(checkTestPlaces(tree({ 'rules/a.spec.ts': '' })))).toContain('vitest does not run this file');
    expect(said(checkTestPlaces(tree({ 'other/a.test.ts': '' })))).toContain('vitest does not run this file');
    expect(checkTestPlaces(tree({ 'rules/a.test.ts': '' }))).toEqual([]);
  });
});

describe('a call of the contract', () => {
  const calls = { 'lotto.ticket': { method: 'GET', path: '/lotto/ticket/{ticketId}' } };
  const whole = {
    'server/routes.ts': "export const routes = { 'lotto.ticket': () => null };",
    'web/api/api-table.ts': "  'lotto.ticket': 'GET /lotto/ticket/{ticketId}',",
    'test/sale/ticket.test.ts': "await get(app, '/lotto/ticket/17?x=1', cookie);",
  };

  test('passes with handler, row and test', () => {
    expect(said(checkCalls(tree(whole), calls))).toBe('');
  });

  test.each([
    ['server/routes.ts', 'has no handler'],
    ['web/api/api-table.ts', 'is not in web/api/api-table.ts'],
    ['test/sale/ticket.test.ts', 'has no test: call /lotto/ticket/{ticketId} in one'],
  ])('without %s it %s', (path, message) => {
    expect(said(checkCalls(tree({ ...whole, [path]: '' }), calls))).toContain(`lotto.ticket ${message}`);
  });
});

describe('documents', () => {
  const whole = {
    'package.json': '{ "dependencies": { "zod": "4" } }',
    'contract/api.ts': "import { z } from 'zod';",
    'docs/dependencies.md': '| Package |\n|---|\n| `zod` | schemas |\n',
    'server/platform/config.ts':
      "export const read = (env: NodeJS.ProcessEnv) => whole(env, 'PORT') || env.ROLES;",
    'README.md': '[why](docs/decisions/001-why.md)',
    'docs/configuration.md': '| `PORT` | 3000 |\n| `ROLES` | web |',
    'docs/decisions/001-why.md': '# 001 Why',
    'docs/rules/must-hold.md': '| <a id="1"></a>1 | Money adds up. |',
    'docs/rules/money.md': '# Money\n\n## Limits\n',
    'rules/limits.ts': '/** The most (docs/rules/money.md, Limits; must-hold 1). */',
  };

  test('that agree', () => {
    expect(said(checkDocs(tree(whole)))).toBe('');
    expect(checkUnusedPackages(tree(whole))).toEqual([]);
  });

  test.each([
    ['docs/dependencies.md', '', 'zod has no line'],
    ['docs/dependencies.md', '| `zod` | a |\n| `left-pad` | b |', 'left-pad is not in package.json'],
    ['docs/configuration.md', '| `PORT` | 3000 |', 'ROLES is missing in the table of the environment'],
    ['docs/configuration.md', '| `PORT` | |\n| `ROLES` | |\n| `SPEED` | |', 'SPEED is read nowhere'],
    ['docs/glossary.md', '[a](../nowhere.ts)', 'link to ../nowhere.ts, which does not exist'],
    ['rules/a.ts', '/** Kept (must-hold 1, 7). */', 'must-hold 7 stands nowhere'],
    ['rules/a.ts', '/** As in docs/rules/money.md, Tips. */', 'money.md, Tips" stands nowhere'],
    ['docs/decisions/003-gap.md', '# 003 Gap', 'expected number 002'],
  ])('%s that lies: %s', (path, text, message) => {
    expect(said(checkDocs(tree({ ...whole, [path]: text })))).toContain(message);
  });

  test('a package that nothing uses', () => {
    const findings = checkUnusedPackages(tree({ ...whole, 'contract/api.ts': '' }));
    expect(said(findings)).toContain('zod is used nowhere: npm uninstall it');
  });
});
