/** A way to a server on which no cookie travels, as where a browser blocks all of them. */
import { createServer, request } from 'node:http';
import { freePort } from '#embedded/postgres/process.ts';

export type CookielessProxy = { url: string; close(): Promise<void> };

export async function cookielessProxy(target: string): Promise<CookielessProxy> {
  const { port: targetPort } = new URL(target);
  const server = createServer((near, answer) => {
    const { cookie: _, ...headers } = near.headers;
    const far = request({ port: targetPort, method: near.method, path: near.url, headers }, (reply) => {
      const { 'set-cookie': __, ...kept } = reply.headers;
      answer.writeHead(reply.statusCode ?? 502, kept);
      reply.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
