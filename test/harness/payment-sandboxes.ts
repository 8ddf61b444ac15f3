import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type AurOptions, createAur } from '#integrations/aur/client.ts';
import type { Aur } from '#integrations/aur/face.ts';
import { aurSandbox, basePath } from '#integrations/aur/sandbox/sandbox.ts';
import { type BankOptions, createBank } from '#integrations/bank/client.ts';
import type { Bank } from '#integrations/bank/face.ts';
import { bankSandbox } from '#integrations/bank/sandbox/sandbox.ts';

const shop = { token: 'test-token', secret: 'test-secret', signs: 'short' as const };
const key = 'test-key';

export type PaymentSandboxes = {
  /** `http://127.0.0.1:PORT`: the phones are at `/aur/`, the payments at `/bank/`. */
  origin: string;
  aur(over?: Partial<AurOptions>): Aur;
  bank(over?: Partial<BankOptions>): Bank;
  /** `POST /_control/…`; throws what is refused. */
  control(name: 'aur' | 'bank', wanted: object): Promise<void>;
  shown(name: 'aur' | 'bank'): Promise<unknown>;
  /** As after the end of their process: what they know is what lies in their folder. */
  restart(over?: Partial<{ signs: AurOptions['signs'] }>): void;
  stop(): void;
};

/** Aur and the bank on a port of their own, in a folder of their own. */
export async function paymentSandboxes(now: () => Date): Promise<PaymentSandboxes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-payments-'));
  let stopAur = () => {};
  let app = new Hono();
  const restart = (over = {}) => {
    stopAur();
    const aur = aurSandbox({ ...shop, ...over, dataDir, now });
    const bank = bankSandbox({ key, dataDir, now });
    stopAur = aur.stop;
    app = new Hono({ strict: false })
      .route('/aur', aur.app)
      .route('/_control/aur', aur.control)
      .route('/bank', bank.app)
      .route('/_control/bank', bank.control);
  };
  restart();
  const server = serve({ fetch: (request, env) => app.fetch(request, env), port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    aur: (over) => createAur({ ...shop, address: `${origin}/aur${basePath}`, ...over }),
    bank: (over) => createBank({ key, address: `${origin}/bank`, ...over }),
    async control(name, wanted) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(wanted);
      const answer = await fetch(`${origin}/_control/${name}`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    shown: async (name) => (await fetch(`${origin}/_control/${name}`)).json(),
    restart,
    stop() {
      stopAur();
      server.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
