/** Clients that hold on to connections, on bare sockets. */
import net from 'node:net';

export type Holder = {
  /** Those that are still there, as far as this end knows. */
  left(): number;
  /** Writes to each, which tells this end of a connection that is gone. */
  poke(text: string): void;
  end(): void;
};

type From = {
  port: number;
  localAddress?: string;
  /** Whether they keep their own half when the server ended its own. */
  halfOpen?: boolean;
  /** Whether they take what they are sent; where not, only `poke` finds out. */
  reads?: boolean;
};

/** Connects `count` sockets; each writes `text` and then keeps what it holds. */
export async function holdSockets(from: From, count: number, text: string): Promise<Holder> {
  const sockets = await Promise.all(Array.from({ length: count }, () => connect(from, text)));
  const living = () => sockets.filter((socket) => !socket.destroyed);
  return {
    left: () => living().length,
    poke: (more) => {
      for (const socket of living()) socket.write(more);
    },
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function connect(from: From, text: string): Promise<net.Socket> {
  const { port, localAddress = '127.0.0.2', halfOpen = false, reads = true } = from;
  return new Promise((done) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: halfOpen });
    socket.once('close', () => done(socket));
    socket.on('error', () => socket.destroy());
    socket.once('connect', () => {
      socket.write(text);
      done(socket);
    });
    if (reads) socket.resume();
  });
}
