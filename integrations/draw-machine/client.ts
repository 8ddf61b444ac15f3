/** Asks a draw machine and believes nothing that its key has not signed for this very order. */
import { type KeyObject, verify } from 'node:crypto';
import {
  type DrawMachine,
  DrawMachineError,
  type DrawMatrix,
  type DrawOrder,
  type DrawProtocol,
} from './face.ts';
import {
  answerSchema,
  drawsPath,
  protocolSchema,
  type WireAnswer,
  type WireOrder,
  wireVersion,
} from './wire.ts';

export type DrawMachineOptions = {
  /** Without a slash at the end: `http://127.0.0.1:3001/draw-machine`. */
  address: string;
  /** The machine's public key, Ed25519; asked for each time, since a machine may come after the product. */
  trustAnchor: () => KeyObject;
  timeoutMs?: number;
};

export function createDrawMachine(options: DrawMachineOptions): DrawMachine {
  return {
    async draw(order) {
      return check(await ask(options, order), order, anchorOf(options));
    },
  };
}

function anchorOf({ trustAnchor }: DrawMachineOptions): KeyObject {
  try {
    return trustAnchor();
  } catch (error) {
    throw new DrawMachineError('unreachable', `the key of the draw machine is not there: ${String(error)}`);
  }
}

async function ask(
  { address, timeoutMs = 10_000 }: DrawMachineOptions,
  order: DrawOrder,
): Promise<WireAnswer> {
  const wireOrder: WireOrder = { version: wireVersion, ...order, at: order.at.toISOString() };
  const response = await fetch(`${address}${drawsPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wireOrder),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new DrawMachineError('unreachable', `the draw machine does not answer: ${String(error)}`);
  });
  const text = await response.text().catch(() => '');
  if (response.status >= 500)
    throw new DrawMachineError('unreachable', `the draw machine answers ${response.status}`);
  if (!response.ok)
    throw new DrawMachineError('untrusted', `the draw machine refuses (${response.status}): ${text}`);
  const answer = answerSchema.safeParse(parseJson(text));
  // Cut off on the way, most likely: nothing that could be believed or not.
  if (!answer.success)
    throw new DrawMachineError('unreachable', 'the answer of the draw machine cannot be read');
  return answer.data;
}

/** Signature first: what is not signed is not even read. */
export function check(answer: WireAnswer, order: DrawOrder, trustAnchor: KeyObject): DrawProtocol {
  const signature = Buffer.from(answer.signature, 'base64url');
  if (!verify(null, Buffer.from(answer.protocol), trustAnchor, signature)) {
    throw new DrawMachineError('untrusted', 'the protocol is not signed by the draw machine');
  }
  const parsed = protocolSchema.safeParse(parseJson(answer.protocol));
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
