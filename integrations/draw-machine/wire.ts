/**
 * The protocol between the product and a draw machine, our own, version 1.
 *
 * `POST /draw-machine/draws` with an order (JSON) is answered 200 with `{ protocol, signature }`. `protocol`
 * is JSON as text: what is signed is exactly its UTF-8 bytes, so nothing need be put in order before
 * checking. `signature` is Ed25519 in base64url. The first order for (game, draw) makes the draw; the same
 * order again gets the same answer; an order for it with another `sealRoot` or matrix is 409. A malformed
 * order is 400, a machine out of order 503.
 */
import { z } from 'zod';

export const wireVersion = 1;
export const drawsPath = '/draws';

const count = z.int().min(0).max(100);

export const matrixSchema = z.object({
  main: z.object({ pick: count.min(1), max: count.min(1) }),
  bonus: z.object({ count, max: count, pool: z.enum(['main', 'own']) }),
  jokerDigits: count,
});

export const orderSchema = z.object({
  version: z.literal(wireVersion),
  game: z.string().min(1).max(40),
  draw: z.int().min(1),
  sealRoot: z.string().regex(/^[0-9a-f]{64}$/),
  /** The asker's time. The sandbox has no clock of its own and writes this moment on the protocol. */
  at: z.iso.datetime(),
  matrix: matrixSchema,
});
export type WireOrder = z.infer<typeof orderSchema>;

export const protocolSchema = z.object({
  version: z.literal(wireVersion),
  machineId: z.string().min(1),
  game: z.string(),
  draw: z.int(),
  sealRoot: z.string(),
  matrix: matrixSchema,
  drawnAt: z.iso.datetime(),
  numbers: z.array(z.int()),
  bonusNumbers: z.array(z.int()),
  joker: z.string().regex(/^\d*$/),
});
export type WireProtocol = z.infer<typeof protocolSchema>;
