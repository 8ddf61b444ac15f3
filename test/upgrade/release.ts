/** The product as players of a release saw it, to compare a later release with. */
import { checkLedger } from '#server/ledger/check.ts';
import { statementOf } from '#server/ledger/statement.ts';
import type { Db } from '#server/platform/database.ts';
import { databaseOf } from '#test/harness/instance-sales.ts';
import { ask, type Payer } from '#test/harness/payer.ts';
import type { Instance } from '#test/harness/product.ts';
import type { Dump } from './dump.ts';

export type ReleasePlayer = Payer & { playerId: string; username: string };

type StatementLine = { at: string; kind: string; amount: number; balance: number };

export type Observed = {
  ledger: boolean;
  players: {
    username: string;
    balance: number;
    statement: StatementLine[];
    subscriptions: unknown[];
    tickets: { ticketId: string; couponId: string; status: string; proof: unknown }[];
  }[];
};

/** `at`: domain time at which it stood still. `files`: those of DATA_DIR, base64. */
export type Release = {
  at: string;
  lastMigration: string;
  /** Draw numbers: one is settled, of the other one person has entered the result. */
  draws: { lotto: number; eurojackpot: number };
  /** The payment whose chargeback one person has entered. */
  disputed: string;
  players: ReleasePlayer[];
  observed: Observed;
  data: Dump;
  files: Record<string, string>;
};

export async function observe(product: Instance, players: readonly ReleasePlayer[]): Promise<Observed> {
  const database = databaseOf(product);
  try {
    const { ok } = await checkLedger(database.db);
    const observations: Observed['players'] = [];
    for (const player of players)
      observations.push(await observePlayer(database.db, { ...player, url: product.url }));
    return { ledger: ok, players: observations };
  } finally {
    await database.close();
  }
}

async function observePlayer(db: Db, player: ReleasePlayer): Promise<Observed['players'][number]> {
  const statement = await statementOf(db, Number(player.playerId), null);
  if (!statement) throw new Error(`${player.username} has no statement`);
  const { body } = await ask<{ subscriptions: unknown[] }>(player, '/user/subscriptions');
  return {
    username: player.username,
    balance: statement.balance,
    statement: statement.lines.map(({ at, kind, amount, balance }) => {
      return { at: at.toISOString(), kind, amount, balance };
    }),
    subscriptions: body.subscriptions,
    tickets: await observeTickets(player),
  };
}

async function observeTickets(player: Payer) {
  type Listed = { ticketId: string; couponId: string; status: string };
  const { body } = await ask<{ tickets: Listed[] }>(player, '/user/tickets/1');
  const tickets: Observed['players'][number]['tickets'] = [];
  for (const { ticketId, couponId, status } of body.tickets) {
    const { body: proof } = await ask(player, `/lotto/proof/${ticketId}/${couponId}`);
    tickets.push({ ticketId, couponId, status, proof: 'code' in proof ? proof.code : proof });
  }
  return tickets;
}
