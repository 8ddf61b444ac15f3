import { Connection, preparePost } from '#bench/http-client.ts';
import type { Instance } from '#test/harness/product.ts';

const connections = 32;

/** A wager as JSON, the session of who buys, and its idempotency key. */
export type Order = { body: string; cookie: string; key: string };

/** Buys over HTTP, begun in this order; throws at the first answer that is not a ticket. */
export async function sell({ url }: Instance, orders: readonly Order[]): Promise<void> {
  const port = Number(new URL(url).port);
  let next = 0;
  const buy = async () => {
    const connection = new Connection(port);
    while (next < orders.length) {
      const { body, cookie, key } = orders[next++] as Order;
      const request = preparePost('/api/proxy/lotto/buy', body, { Origin: 'http://localhost' });
      const answer = await connection.send(request({ Cookie: cookie, 'Idempotency-Key': key }));
      if (answer.status !== 201) throw new Error(`a purchase was answered ${answer.status}: ${answer.body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, buy));
}
