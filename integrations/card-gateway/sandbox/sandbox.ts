import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { ensureSandboxKey } from '../../sandbox-key.ts';
import { acsRoutes } from './acs.ts';
import { createControl } from './control.ts';
import { gatewayRoutes } from './gateway.ts';
import { indexPage } from './index-page.ts';
import { openLedger } from './ledger.ts';
import { mpiRoutes } from './mpi.ts';
import { createProofs } from './proofs.ts';
import { createSessions } from './sessions.ts';
import { openStoredCards, type RegisteredCard } from './stored-cards.ts';

export type SandboxOptions = {
  /** Of its one merchant. */
  key: string;
  agreementNumber: string;
  dataDir: string;
  now: () => Date;
  /** Cards that are stored from the start; one that was stored or forgotten before is left as it is. */
  registered?: readonly RegisteredCard[];
};

/** Gateway, MPI and issuer, with their books in DATA_DIR. */
export function cardGatewaySandbox(options: SandboxOptions): { app: Hono; control: Hono; stop(): void } {
  const { key, agreementNumber, dataDir, now, registered = [] } = options;
  const folder = join(dataDir, 'card-gateway');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const proofs = createProofs(ensureSandboxKey(folder));
  const cards = openStoredCards({ file: join(folder, 'cards.jsonl'), registered, proofs, now });
  const ledger = openLedger(join(folder, 'transactions.jsonl'), now);
  const sessions = createSessions(proofs, now);
  const control = createControl(ledger, () => ({ transactions: ledger.all().slice(-transactionsShown) }));
  const ending = new AbortController();
  const stopped = ending.signal;
  const app = new Hono();
  app.get('/', (c) => c.html(indexPage({ cards: cards.all(), transactions: ledger.all(), now: now() })));
  app.route('/mpi', mpiRoutes({ sessions, proofs, agreementNumber, now }));
  app.route('/acs', acsRoutes(sessions));
  app.route(
    '/',
    gatewayRoutes({ key, agreementNumber, now, control, ledger, cards, proofs, sessions, stopped }),
  );
  return { app, control: control.app, stop: () => ending.abort() };
}

const transactionsShown = 200;
