/** A call that takes a stake does not compile without a checked session: `tsc` runs this file too. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Handlers } from '#server/platform/handler.ts';
import type { Purchase } from '#server/sales/purchase.ts';
import type { Sell } from '#server/sales/sell.ts';

type Buy = Handlers['lotto.buy'];
const ticket = { id: 'x', type: 'ticket' } as const;
const purchase = {} as Purchase;
const sell: Sell = async ({ session }) => ({ ...ticket, replayed: false, session }) as never;

describe('a handler of a stake does not compile', () => {
  test('without a session', () => {
    // @ts-expect-error says nothing of a session
    const bare: Buy = async () => ticket;
    // @ts-expect-error names none
    const none: Buy = async () => ({ answer: ticket });
    expect([bare, none]).toHaveLength(2);
  });

  test('with the session that the router has only assumed', () => {
    // @ts-expect-error the session was not checked
    const assumed: Buy = async (_, { caller }) => ({ answer: ticket, session: caller.tokenHash });
    expect(assumed).toBeTypeOf('function');
  });

  test('with a sale that named no session, or perhaps none', () => {
    // @ts-expect-error the sale checks no session
    const nobody: Buy = async () => ({ answer: ticket, ...(await sell({ ...purchase, session: null })) });
    // @ts-expect-error the purchase may name none
    const perhaps: Buy = async () => ({ answer: ticket, ...(await sell(purchase)) });
    expect([nobody, perhaps]).toHaveLength(2);
  });
});

test('a sale that names the session compiles', async () => {
  const buy: Buy = async (_, { caller: { tokenHash } }) => {
    const { session } = await sell({ ...purchase, session: tokenHash });
    return { answer: ticket, session };
  };
  const context = { caller: { playerId: 1, tokenHash: Buffer.alloc(32) } };
  expect(await buy({} as never, context as never)).toEqual({
    answer: ticket,
    session: context.caller.tokenHash,
  });
});

test('a session is checked by its own query, and by the two sales that refuse ended ones', () => {
  const root = new URL('../..', import.meta.url);
  const users = globSync('{server,operator,embedded}/**/*.ts', { cwd: root }).filter((path) =>
    readFileSync(new URL(path, root), 'utf8').includes('as CheckedSession'),
  );
  expect(users.toSorted()).toEqual([
    'server/players/sessions/sessions.ts',
    'server/sales/sell.ts',
    'server/syndicates/buy-share.ts',
  ]);
});
