import type { ServerType } from '@hono/node-server';

/** Settles when the server listens; rejects with EADDRINUSE and the like. */
export function listening(server: ServerType): Promise<void> {
  return new Promise((done, failed) => {
    if (server.listening) return done();
    server.once('listening', done);
    server.once('error', failed);
  });
}

/** Takes nothing new, lets running requests finish, ends idle connections at once. */
export function closeServer(server: ServerType): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
