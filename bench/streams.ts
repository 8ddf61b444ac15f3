/** Clients of a stream for `bench connections`, and what an open stream costs the web process. */
import { readFileSync } from 'node:fs';
import { openStream } from '#test/harness/event-stream.ts';

const step = 100;
const addresses = 10;

/** Opens streams from ten addresses, a share from each. @returns how many were not answered 200 */
export async function openStreams(port: number, count: number): Promise<{ refused: number; end(): void }> {
  const closes: (() => void)[] = [];
  let refused = 0;
  for (let opened = 0; opened < count; opened += step) {
    const opening = Array.from({ length: Math.min(step, count - opened) }, (_, index) =>
      openStream(port, {
        path: '/api/proxy/draws/watch',
        localAddress: `127.0.0.${2 + (index % addresses)}`,
      }),
    );
    for (const { status, close } of await Promise.all(opening)) {
      closes.push(close);
      if (status !== 200) refused += 1;
    }
  }
  return {
    refused,
    end: () => {
      for (const close of closes) close();
    },
  };
}

/** Memory that a process has for itself, in KB. */
export function privateMemoryKb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(text)?.[1]);
}
