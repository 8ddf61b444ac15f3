/** A beacon that speaks drand's HTTP: rounds by the clock of the product, signed by a key of its own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { timeOfRound } from '#rules/values/beacon-rounds.ts';
import { createControl, faultFields } from '../../sandbox-control.ts';
import { frame } from '../../sandbox-page.ts';
import { domainTag, messageOf, roundPath, sandboxChain, sha256, type WireRound } from '../wire.ts';

const { shortSignatures } = bls12_381;
type Control = z.infer<typeof controlSchema>;
const controlSchema = z.object(faultFields);

export function beaconSandbox(dataDir: string, now: () => Date): { app: Hono; control: Hono } {
  const secret = ensureKey(join(dataDir, 'beacon'));
  const { control, note, take } = createControl<Control>(
    {},
    { schema: controlSchema, following: () => ({}), shown: () => ({}) },
  );
  const app = new Hono();
  app.get('/', (c) => c.html(page));
  app.get(roundPath(sandboxChain, ':round{[1-9][0-9]{0,11}}'), async (c) => {
    const round = Number(c.req.param('round'));
    note({ round });
    const { fault } = await take();
    if (fault === 'refuse') return c.json({ error: 'out of order' }, 503);
    if (fault === 'garbage') return c.text('{"round":');
    if (timeOfRound(round) > now()) return c.json({ error: 'this round has not come' }, 404);
    return c.json(spoken(secret, round, fault === 'forge' ? round + 1 : round));
  });
  return { app, control };
}

/** @param signed another round than the one that is answered: a forgery */
function spoken(secret: Uint8Array, round: number, signed: number): WireRound {
  const point = shortSignatures.sign(shortSignatures.hash(messageOf(signed), domainTag), secret);
  const signature = Buffer.from(shortSignatures.Signature.toBytes(point));
  return { round, randomness: sha256(signature).toString('hex'), signature: signature.toString('hex') };
}

/** Made at the first start and kept; the public half is the product's trust anchor. */
function ensureKey(folder: string): Uint8Array {
  const file = join(folder, 'key.hex');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = bls12_381.utils.randomSecretKey();
    const publicKey = Buffer.from(shortSignatures.getPublicKey(secret).toBytes()).toString('hex');
    writeFileSync(join(folder, 'public.hex'), publicKey, { mode: 0o644 });
    writeFileSync(file, Buffer.from(secret).toString('hex'), { mode: 0o600 });
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'hex');
}

const page = frame(
  'Beacon',
  html`<p>
    A sandbox that speaks as drand does: <code>GET /beacon/sandbox/public/ROUND</code>. Its values are
    signed by a key of its own. <code>POST /_control/beacon</code> with <code>{"fault":"refuse"}</code>,
    <code>"garbage"</code>, <code>"forge"</code> and <code>{"delayMs":5000}</code> breaks the next answer.
    <a href="/_control/beacon">Questions received</a> · <a href="/">All sandboxes</a>
  </p>`,
);
