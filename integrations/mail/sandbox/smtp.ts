/** The sandbox's mail server: takes every letter, unless it is told to fail. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { sandboxAddressFile } from '../wire.ts';
import type { Inbox } from './inbox.ts';

/** What the next `times` letters meet. `drop` takes the letter and hangs up before saying so. */
export type Trouble = { fault?: 'busy' | 'refuse' | 'drop' | undefined; delayMs?: number | undefined };

export type Sink = { stop(): void };

const maxBytes = 5_000_000;

/** Listens on a free port of 127.0.0.1 and writes its address to DATA_DIR. */
export async function startSink(dataDir: string, inbox: Inbox, next: () => Trouble): Promise<Sink> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1_000,
    onRcptTo(address, session, done) {
      const trouble = next();
      Object.assign(session, { trouble });
      if (trouble.fault === 'busy') return done(answer(451, `${address.address} later, please`));
      if (trouble.fault === 'refuse') return done(answer(550, `${address.address} does not live here`));
      done();
    },
    onData(stream, session, done) {
      const { fault, delayMs = 0 } = (session as { trouble?: Trouble }).trouble ?? {};
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await inbox.take(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address),
        );
        await sleep(delayMs);
        if (fault === 'drop') return hangUp(server, session.id);
        done();
      });
    },
  });
  // A client that hangs up in the middle is no reason to fall.
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.server.address();
  writeAddress(sandboxAddressFile(dataDir), typeof address === 'object' && address ? address.port : 0);
  return { stop: () => void server.close() };
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function hangUp(server: SMTPServer, id: string): void {
  for (const connection of server.connections) if (connection.id === id) connection.close();
}

/** Whole or not at all: the product reads it at any moment. */
function writeAddress(file: string, port: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `smtp://127.0.0.1:${port}`);
  renameSync(`${file}.${process.pid}`, file);
}
