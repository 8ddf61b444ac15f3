/**
 * Stands before the card gateway's sandbox and says how long each of its answers took, by the id of the
 * attempt: `node bench/measuring-gateway.ts PORT TO`, forked. What the product waits for here is not its own.
 */
import { createServer, request } from 'node:http';

const [port = 0, to = 0] = process.argv.slice(2).map(Number);

export type Measured = { correlationId: string; ms: number };

process.on('disconnect', () => process.exit(0));
createServer((asked, answer) => {
  const startedMs = performance.now();
  const chunks: Buffer[] = [];
  asked.on('data', (chunk: Buffer) => chunks.push(chunk));
  asked.on('end', () => {
    const body = Buffer.concat(chunks);
    const { method, url: path } = asked;
    const headers = { ...asked.headers, host: `127.0.0.1:${to}` };
    const passed = request({ port: to, host: '127.0.0.1', method, path, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
      told.on('end', () => {
        const { correlationId } = parsed(body);
        if (correlationId) {
          const measured: Measured = { correlationId, ms: performance.now() - startedMs };
          process.send?.(measured);
        }
      });
    });
    passed.on('error', () => answer.destroy());
    passed.end(body);
  });
}).listen(port, '127.0.0.1', () => process.send?.('listening'));

function parsed(body: Buffer): { correlationId?: string } {
  try {
    return JSON.parse(body.toString()) as { correlationId?: string };
  } catch {
    return {};
  }
}
