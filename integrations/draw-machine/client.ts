/** Asks a draw machine and believes nothing that its key has not signed for this very order. */
import { askSigned, readSigned, type SignedParty, type SignedProtocol } from '../signed-protocol.ts';
import {
  type DrawMachine,
  DrawMachineError,
  type DrawMatrix,
  type DrawOrder,
  type DrawProtocol,
} from './face.ts';
import { drawsPath, protocolSchema, type WireOrder, wireVersion } from './wire.ts';

export type DrawMachineOptions = Pick<SignedParty, 'address' | 'trustAnchor' | 'timeoutMs'>;

export function createDrawMachine(options: DrawMachineOptions): DrawMachine {
  const party = machineParty(options);
  return {
    async draw(order) {
      const wireOrder: WireOrder = { version: wireVersion, ...order, at: order.at.toISOString() };
      return check(await askSigned(party, drawsPath, wireOrder), order, party);
    },
  };
}

function fail(kind: DrawMachineError['kind'], message: string): never {
  throw new DrawMachineError(kind, message);
}

export function machineParty(options: DrawMachineOptions): SignedParty {
  return { ...options, name: 'the draw machine', fail };
}

/** The protocol, when the machine signed it for this order. */
export function check(answer: SignedProtocol, order: DrawOrder, party: SignedParty): DrawProtocol {
  const parsed = protocolSchema.safeParse(readSigned(answer, party));
  if (!parsed.success) throw new DrawMachineError('untrusted', 'the protocol cannot be read');
  const { machineId, drawnAt, numbers, bonusNumbers, joker, game, draw, sealRoot } = parsed.data;
  if (game !== order.game || draw !== order.draw || sealRoot !== order.sealRoot) {
    throw new DrawMachineError('untrusted', 'the protocol is of another draw');
  }
  if (!isDrawn(order.matrix, numbers, bonusNumbers, joker)) {
    throw new DrawMachineError('untrusted', 'the protocol holds numbers that cannot be drawn');
  }
  return {
    machineId,
    drawnAt,
    numbers,
    bonusNumbers,
    joker,
    text: answer.protocol,
    signature: answer.signature,
  };
}

function isDrawn(
  { main, bonus, jokerDigits }: DrawMatrix,
  numbers: number[],
  extra: number[],
  joker: string,
): boolean {
  const together = bonus.pool === 'main' ? [...numbers, ...extra] : extra;
  return (
    isChoice(numbers, main.pick, main.max) &&
    isChoice(extra, bonus.count, bonus.max) &&
    new Set(together).size === together.length &&
    joker.length === jokerDigits
  );
}

function isChoice(numbers: readonly number[], count: number, max: number): boolean {
  return (
    numbers.length === count &&
    new Set(numbers).size === count &&
    numbers.every((number) => number >= 1 && number <= max)
  );
}
