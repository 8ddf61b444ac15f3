import type { ServerType } from '@hono/node-server';

/** Settles when the server listens; rejects with EADDRINUSE and the like. */
export function listening(server: ServerType): Promise<void> {
  return new Promise((done, failed) => {
    if (server.listening) return done();
    server.once('listening', done);
    server.once('error', failed);
  });
}

/** Takes nothing new, lets running requests finish, ends connections as soon as they are idle. */
export function closeServer(server: ServerType): Promise<void> {
  const endIdle = () => {
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  };
  const timer = setInterval(endIdle, 50); // a client that keeps its connection would hold us for seconds
  return new Promise((done) => {
    server.close(() => {
      clearInterval(timer);
      done();
    });
    endIdle();
  });
}
