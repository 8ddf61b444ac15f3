import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createEId, type EIdOptions } from '#integrations/e-id/client.ts';
import type { EId } from '#integrations/e-id/face.ts';
import { eIdSandbox } from '#integrations/e-id/sandbox/sandbox.ts';
import { intermediateFile } from '#integrations/e-id/sandbox/store.ts';

export const customer = {
  clientId: 'hending',
  clientSecret: 'secret',
  redirectUri: 'https://hending.invalid/e-id',
};

export type EIdForTests = {
  /** Of the sandbox: the phones are at `${address}/`. */
  address: string;
  dataDir: string;
  client(over?: Partial<EIdOptions>): EId;
  /** `POST /_control/e-id`; throws what is refused. */
  control(wanted: object): Promise<void>;
  /** What phones were asked, the newest last. */
  requests(): Promise<{ id: string; code: string | null; choices: string[] | null; message: string }[]>;
  stop(): void;
};

/** The sandbox of electronic ID on a port of its own, in a folder of its own. */
export async function eIdForTests(now: () => Date): Promise<EIdForTests> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-e-id-'));
  const { app: part, control } = await eIdSandbox({ ...customer, dataDir, now });
  const app = new Hono({ strict: false }).route('/e-id', part).route('/_control/e-id', control);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${origin}/e-id`;
  return {
    address,
    dataDir,
    client: (over) =>
      createEId({
        ...customer,
        address,
        service: 'api_v202',
        codeFrom: 'decoded',
        title: 'Hending',
        now,
        authorities: () => readFileSync(intermediateFile(dataDir), 'utf8'),
        ...over,
      }),
    async control(wanted) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(wanted);
      const answer = await fetch(`${origin}/_control/e-id`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async requests() {
      const answer = await fetch(`${origin}/_control/e-id`);
      return ((await answer.json()) as { requests: Awaited<ReturnType<EIdForTests['requests']>> }).requests;
    },
    stop() {
      server.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
