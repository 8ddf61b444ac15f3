/** A way to a server that can be made to stand still, as a server that was stopped (SIGSTOP) does. */
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '#embedded/postgres/process.ts';

export type StallingProxy = {
  /** The same address by this way. */
  url: string;
  /** Connections stay, new ones are taken, and nothing comes through any more. */
  stall(): void;
  resume(): void;
  close(): Promise<void>;
};

export async function stallingProxy(target: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let stands = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (stands) from.pause();
    }
  });
  const own = await freePort();
  await new Promise<void>((done) => server.listen(own, '127.0.0.1', done));
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  const each = (act: (socket: Socket) => void, stand: boolean) => () => {
    stands = stand;
    for (const socket of sockets) act(socket);
  };
  return {
    url: url.href,
    stall: each((socket) => socket.pause(), true),
    resume: each((socket) => socket.resume(), false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
