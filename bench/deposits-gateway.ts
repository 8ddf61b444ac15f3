import { fork } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Measured } from './measuring-gateway.ts';

export type MeasuringGateway = {
  /** As the product is told: without a slash at the end. */
  address: string;
  /** Milliseconds of all calls under the id of an attempt. */
  spent(correlationId: string): number;
  stop(): void;
};

/** @param to port of the sandboxes */
export async function measuringGateway(to: number): Promise<MeasuringGateway> {
  const probe = net.createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const child = fork(join(import.meta.dirname, 'measuring-gateway.ts'), [String(port), String(to)]);
  const spent = new Map<string, number>();
  await once(child, 'message');
  child.on('message', ({ correlationId, ms }: Measured) =>
    spent.set(correlationId, (spent.get(correlationId) ?? 0) + ms),
  );
  return {
    address: `http://127.0.0.1:${port}/card-gateway`,
    spent: (id) => spent.get(id) ?? 0,
    stop: () => child.disconnect(),
  };
}
