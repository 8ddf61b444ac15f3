/** The sandbox's machine: draws once for each draw, signs, and remembers over a restart. */
import { type KeyObject, randomFillSync, sign } from 'node:crypto';
import { type NextUint32, pickDistinct, randomBelow } from '#rules/values/random.ts';
import { testedUint32 } from '#rules/values/random-health.ts';
import { openRecord } from '../../sandbox-record.ts';
import type { SignedProtocol } from '../../signed-protocol.ts';
import { type WireOrder, type WireProtocol, wireVersion } from '../wire.ts';

export const machineId = 'hending-sandbox-1';

/** What a tester wants the next draw to be; what is left out is drawn. */
export type Outcome = { numbers?: number[]; bonusNumbers?: number[]; joker?: string };

export type Machine = {
  /**
   * Null when the draw was made for another seal or matrix.
   * @throws {RandomFailure} when its generator has failed a health test: nothing is drawn
   */
  draw(order: WireOrder, wanted: Outcome): SignedProtocol | null;
  made(): readonly WireProtocol[];
};

/** @param file where the answers are kept */
export function createMachine(
  key: KeyObject,
  file: string,
  random: NextUint32 = testedUint32(randomFillSync),
): Machine {
  const record = openRecord<SignedProtocol>(file);
  const answers = new Map(record.entries.map((answer) => [nameOf(protocolOf(answer)), answer]));
  return {
    draw(order, wanted) {
      const earlier = answers.get(nameOf(order));
      if (earlier) return isFor(protocolOf(earlier), order) ? earlier : null;
      const answer = signed(protocolFor(order, wanted, random), key);
      record.add(answer);
      answers.set(nameOf(order), answer);
      return answer;
    },
    made: () => [...answers.values()].map(protocolOf),
  };
}

function protocolFor(order: WireOrder, wanted: Outcome, random: NextUint32): WireProtocol {
  const { game, draw, sealRoot, matrix, at } = order;
  const numbers = wanted.numbers ?? pickDistinct(matrix.main.pick, matrix.main.max, random);
  const { count, max, pool } = matrix.bonus;
  const taken = pool === 'main' ? numbers : [];
  const left = Array.from({ length: max }, (_, index) => index + 1).filter((ball) => !taken.includes(ball));
  const bonusNumbers =
    wanted.bonusNumbers ?? pickDistinct(count, left.length, random).map((place) => left[place - 1] ?? 0);
  const joker =
    wanted.joker ?? Array.from({ length: matrix.jokerDigits }, () => randomBelow(10, random)).join('');
  return {
    version: wireVersion,
    machineId,
    game,
    draw,
    sealRoot,
    matrix,
    drawnAt: at,
    numbers,
    bonusNumbers,
    joker,
  };
}

function signed(protocol: WireProtocol, key: KeyObject): SignedProtocol {
  const text = JSON.stringify(protocol);
  return { protocol: text, signature: sign(null, Buffer.from(text), key).toString('base64url') };
}

function protocolOf(answer: SignedProtocol): WireProtocol {
  return JSON.parse(answer.protocol) as WireProtocol;
}

function nameOf({ game, draw }: { game: string; draw: number }): string {
  return `${game} ${draw}`;
}

function isFor(protocol: WireProtocol, { sealRoot, matrix }: WireOrder): boolean {
  return protocol.sealRoot === sealRoot && JSON.stringify(protocol.matrix) === JSON.stringify(matrix);
}
