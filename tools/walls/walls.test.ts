/** The walls on small trees that break them; tools/tidy/tidy.test.ts looks at the project. */
import { describe, expect, test } from 'vitest';
import { inWords } from '#tools/source/tree.ts';
import { foreignModules } from './client-bundle.ts';
import { checkCycles } from './cycles.ts';
import { checkWalls } from './walls.ts';

const wallsOf = (path: string, text: string) =>
  checkWalls(new Map([[path, text]]))
    .map(inWords)
    .join('\n');

describe('a wall is broken by', () => {
  test.each([
    ['rules/values/money.ts', "import { price } from '#rules/numbers/price.ts';"],
    ['rules/numbers/price.ts', "import { price } from '#rules/toto/price.ts';"],
    ['rules/draws/subscriptions.ts', "import { isDrawDate } from '#rules/numbers/draws.ts';"],
    ['rules/numbers/price.ts', "import { z } from 'zod';"],
    ['rules/numbers/price.ts', "import { readFile } from 'node:fs/promises';"],
    ['contract/api.ts', "import { refuse } from '#server/platform/refusal.ts';"],
    ['contract/api.ts', "import { Hono } from 'hono';"],
    ['contract/tickets.ts', "import { rowMask } from '#rules/numbers/rows.ts';"],
    ['integrations/aur/client.ts', "import { face } from '#integrations/bank/face.ts';"],
    ['integrations/aur/client.ts', "import { app } from './sandbox/app.ts';"],
    ['integrations/aur/sandbox/app.ts', "import { createClient } from '../client.ts';"],
    ['integrations/aur/sandbox/app.ts', "import type { Db } from '#server/platform/database.ts';"],
    ['server/platform/jobs.ts', "import { post } from '#server/ledger/post.ts';"],
    ['server/platform/jobs.ts', "import { errors } from '#contract/errors.ts';"],
    ['server/ledger/post.ts', "import { find } from '#server/players/account/find.ts';"],
    ['server/players/account/find.ts', "import { list } from '#server/sales/list.ts';"],
    ['server/players/account/find.ts', "import { app } from '#integrations/e-id/sandbox/app.ts';"],
    ['server/sales/sell.ts', "import { buyLotto } from '#server/games/numbers/buy.ts';"],
    ['server/sales/sell.ts', "import { deposit } from '#server/payments/deposit.ts';"],
    ['server/games/numbers/buy.ts', "import { buyToto } from '../toto/buy.ts';"],
    ['server/games/numbers/buy.ts', "import { priceOf } from '#rules/pools/price.ts';"],
    ['server/games/pools/buy.ts', "import { stakeOf } from '#rules/numbers/price.ts';"],
    ['server/sales/sell.ts', "import type { Wager } from '#rules/numbers/wager.ts';"],
    ['server/draws/settle/settle.ts', "import { tierOf } from '#rules/numbers/tiers.ts';"],
    ['server/subscriptions/terms.ts', "import { versionAt } from '#rules/numbers/games.ts';"],
    ['server/subscriptions/terms.ts', "import { numbers } from '#server/games/numbers/kind.ts';"],
    ['server/games/numbers/buy.ts', "import { list } from '#server/results/list.ts';"],
    ['server/results/list.ts', "import { createApiRouter } from '#server/http/router.ts';"],
    ['server/http/router.ts', "import { createApp } from '#server/app.ts';"],
    ['server/app.ts', "import { Home } from '#web/features/home/home-page.tsx';"],
    ['server/app/games.ts', "import { startWeb } from '#server/web.ts';"],
    ['server/app.ts', "import { words } from '#operator/words.ts';"],
    ['server/prepare.ts', "const { seed } = await import('#embedded/seed.ts');"],
    ['server/main.ts', "import { runSupervisor } from '#embedded/supervisor/supervisor.ts';"],
    ['operator/connection.ts', "import { attach } from '#embedded/supervisor/attach.ts';"],
    ['integrations/mail/sandbox/app.ts', "import { importPKCS8 } from 'jose';"],
    ['integrations/sms/client.ts', "import { createTransport } from 'nodemailer';"],
    ['operator/main.ts', "import { startInstance } from '#test/harness/instance.ts';"],
    ['embedded/seed.ts', "import { createApp } from '#server/app.ts';"],
    ['embedded/postgres/home.ts', "import { keep } from '#embedded/supervisor/keeper.ts';"],
    ['embedded/supervisor/keeper.ts', "import { seed } from '#embedded/seed.ts';"],
    ['server/platform/jobs.ts', "import { appUrl } from '#embedded/postgres/roles.ts';"],
    ['web/features/numbers/slip.ts', "import { sellBatch } from '#server/sales/sell.ts';"],
    ['web/features/numbers/slip.ts', "import { Row } from '#web/features/toto/row.tsx';"],
    ['web/features/numbers/slip.ts', "import { priceOf } from '#rules/pools/price.ts';"],
    ['web/features/pools/slip.ts', "import { stakeOf } from '#rules/numbers/price.ts';"],
    ['web/shared/tickets/ticket-list.tsx', "import { rowMask } from '#rules/numbers/rows.ts';"],
    ['web/features/numbers/slip.ts', "import { api } from '#contract/api.ts';"],
    ['web/features/numbers/slip.ts', "import { z } from 'zod';"],
    ['web/ui/dialog.tsx', "import { AuthDialog } from '#web/features/auth/auth-dialog.tsx';"],
    ['web/ui/breadcrumbs.tsx', "import { pathsFor } from '#web/page/paths.ts';"],
    ['web/ui/notice.tsx', "import { useSession } from '#web/shared/session/session.ts';"],
    ['web/page/site.ts', "import { browserApi } from '#web/api/browser-api.ts';"],
    ['web/api/client.ts', "import { pathsFor } from '#web/page/paths.ts';"],
    ['web/shared/tickets/ticket-list.tsx', "import { Hits } from '#web/features/tickets/hits.tsx';"],
    ['web/shared/tickets/ticket-list.tsx', "import { Blocks } from '#web/blocks/blocks.tsx';"],
    ['web/blocks/sections.tsx', "import { Header } from '#web/shell/header.tsx';"],
    ['web/shell/header.tsx', "import { useShell } from '#web/root.tsx';"],
    ['web/root.tsx', "const { z } = await import('zod');"],
    ['tools/check-proof.mjs', "import { root } from './install.mjs';"],
    ['tools/start.mjs', "import pg from 'pg';"],
  ])('%s: %s', (path, text) => {
    expect(wallsOf(path, text)).toMatch(/may not import .+: .+/);
  });

  test('wiring with more than twenty imports', () => {
    const imports = (count: number) =>
      Array.from({ length: count }, (_, index) => `import './part-${index}.ts';`).join('\n');
    expect(wallsOf('server/app/games.ts', imports(21))).toContain('more than 20 imports');
    expect(wallsOf('server/app.ts', imports(21))).toContain('more than 20 imports');
    expect(wallsOf('server/app/games.ts', imports(20))).toBe('');
  });

  test('JSX outside the web', () => {
    expect(wallsOf('server/http/page.tsx', '')).toContain('JSX lives under web/ only');
  });

  test('a folder that the table does not know', () => {
    expect(wallsOf('utils/text.ts', '')).toContain('no line in tools/walls/levels.ts');
    expect(wallsOf('web/utils/text.ts', '')).toContain('no line in tools/walls/levels.ts');
  });

  test('a ring', () => {
    const tree = new Map([
      ['rules/numbers/a.ts', "import { b } from './b.ts';"],
      ['rules/numbers/b.ts', "import { c } from '#rules/numbers/c.ts';"],
      ['rules/numbers/c.ts', "export { a } from './a.ts';"],
    ]);
    expect(checkCycles(tree).map(inWords)).toEqual([
      expect.stringContaining('imports go round: rules/numbers/a.ts →'),
    ]);
  });

  test('a ring of types', () => {
    const tree = new Map([
      ['web/ui/a.ts', "import { b } from './b.ts';"],
      ['web/ui/b.ts', "import type { A } from './a.ts';"],
    ]);
    expect(checkCycles(tree)).toHaveLength(1);
  });

  test('server code or zod in the browser', () => {
    const modules = [
      'web/root.tsx',
      'rules/numbers/price.ts',
      'node_modules/react/index.js',
      'server/app.ts',
    ];
    const bundle = [...modules, 'node_modules/zod/v4/index.js', 'contract/api.ts'].map(
      (id) => `/server/clone/${id}`,
    );
    expect(foreignModules(bundle, '/server/clone')).toEqual([
      '/server/app.ts',
      '/node_modules/zod/v4/index.js',
      '/contract/api.ts',
    ]);
  });
});

describe('a wall lets through', () => {
  test.each([
    ['rules/numbers/price.ts', "import { isk } from '#rules/values/money.ts';"],
    ['contract/api.ts', "import { z } from 'zod'; import { isk } from '#rules/values/money.ts';"],
    [
      'integrations/aur/client.ts',
      "import { message } from './wire.ts'; import { createHmac } from 'node:crypto';",
    ],
    ['integrations/aur/sandbox/app.ts', "import { message } from '../wire.ts';"],
    ['server/platform/handler.ts', "import type { Api } from '#contract/api.ts';"],
    ['server/players/sign-in/sign-in.ts', "import { createClient } from '#integrations/e-id/client.ts';"],
    ['server/games/numbers/buy.ts', "import { stakeOf } from '#rules/numbers/price.ts';"],
    ['server/subscriptions/terms.ts', "import { periodOf } from '#rules/draws/subscriptions.ts';"],
    ['web/features/tickets/ticket-data.server.ts', "import { stakeOf } from '#rules/numbers/price.ts';"],
    ['server/games/numbers/buy.ts', "import { createSell } from '#server/sales/sell.ts';"],
    ['server/games/numbers/buy.test.ts', "import { createTestDatabase } from '#test/harness/database.ts';"],
    ['web/features/numbers/slip.ts', "import type { ApiAnswer } from '#contract/api.ts';"],
    ['web/features/numbers/board.tsx', "import { Pot } from '#web/shared/games/pot.tsx';"],
    ['web/blocks/game-panel.tsx', "import { OnBreak } from '#web/shared/account/on-break.tsx';"],
    ['web/features/numbers/slip.ts', "import { stakeOf } from '#rules/numbers/price.ts';"],
    ['web/features/numbers/data.server.ts', "import { createHash } from 'node:crypto';"],
    ['web/shell/header.tsx', "import { AuthDialog } from '#web/features/auth/auth-dialog.tsx';"],
    ['operator/connection.ts', "const { attach } = await import('#embedded/supervisor/attach.ts');"],
    ['integrations/mail/sandbox/app.ts', "import { SMTPServer } from 'smtp-server';"],
    ['test/sale/buy.test.ts', "import { createApp } from '#server/app.ts';"],
  ])('%s: %s', (path, text) => {
    expect(wallsOf(path, text)).toBe('');
  });
});
