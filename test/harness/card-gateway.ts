import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type CardGatewayOptions, createCardGateway } from '#integrations/card-gateway/client.ts';
import type { CardGateway } from '#integrations/card-gateway/face.ts';
import { cardGatewaySandbox, type SandboxOptions } from '#integrations/card-gateway/sandbox/sandbox.ts';

export const merchant = { key: 'hending.bGV5bmQ=', agreementNumber: '100017' };

export type CardGatewayForTests = {
  /** `http://127.0.0.1:PORT/card-gateway`. */
  address: string;
  client(over?: Partial<CardGatewayOptions>): CardGateway;
  /** `POST /_control/card-gateway`; throws what is refused. */
  control(wanted: object): Promise<void>;
  /** What the control plane shows. */
  shown(): Promise<{
    requests: { method: string; url: string; body: unknown }[];
    transactions: { kind: string; correlationId: string; amount: number }[];
  }>;
  /** Another process on the same books. */
  restart(): void;
  stop(): void;
};

/** The sandbox of the card gateway on a port of its own, in a folder of its own. */
export async function cardGatewayForTests(
  now: () => Date,
  registered: SandboxOptions['registered'] = [],
): Promise<CardGatewayForTests> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hending-card-gateway-'));
  const made = () => {
    const { app, control } = cardGatewaySandbox({ ...merchant, dataDir, now, registered });
    return new Hono({ strict: false }).route('/card-gateway', app).route('/_control/card-gateway', control);
  };
  let app = made();
  const server = serve({
    fetch: (request, env) => app.fetch(request, env),
    port: 0,
    hostname: '127.0.0.1',
  });
  await new Promise((done) => server.once('listening', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${origin}/card-gateway`;
  const controlAddress = `${origin}/_control/card-gateway`;
  return {
    address,
    client: (over) =>
      createCardGateway({
        ...merchant,
        address,
        systemCalling: 'Hending 0.1.0',
        displayName: 'Hending',
        now,
        retryPauseMs: 1,
        ...over,
      }),
    async control(wanted) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(controlAddress, { method: 'POST', headers, body: JSON.stringify(wanted) });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    async shown() {
      const answer = await fetch(controlAddress);
      return (await answer.json()) as Awaited<ReturnType<CardGatewayForTests['shown']>>;
    },
    restart() {
      app = made();
    },
    stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      rmSync(dataDir, { recursive: true });
    },
  };
}
