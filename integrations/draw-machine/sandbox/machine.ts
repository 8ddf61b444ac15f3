/** The sandbox's machine: draws once for each draw, signs, and remembers over a restart. */
import { type KeyObject, randomFillSync, sign } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type NextUint32, pickDistinct, randomBelow } from '#rules/values/random.ts';
import { type WireAnswer, type WireOrder, type WireProtocol, wireVersion } from '../wire.ts';

export const machineId = 'hending-sandbox-1';

/** What a tester wants the next draw to be; what is left out is drawn. */
export type Outcome = { numbers?: number[]; bonusNumbers?: number[]; joker?: string };

export type Machine = {
  /** Null when the draw was made for another seal or matrix. */
  draw(order: WireOrder, wanted: Outcome): WireAnswer | null;
  made(): readonly WireProtocol[];
};

/** @param file where the answers are kept, one JSON line each */
export function createMachine(key: KeyObject, file: string, random: NextUint32 = randomUint32): Machine {
  const answers = new Map<string, WireAnswer>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const answer = readLine(line);
    if (answer) answers.set(nameOf(protocolOf(answer)), answer);
  }
  return {
    draw(order, wanted) {
      const earlier = answers.get(nameOf(order));
      if (earlier) return isFor(protocolOf(earlier), order) ? earlier : null;
      const answer = signed(protocolFor(order, wanted, random), key);
      appendFileSync(file, `${JSON.stringify(answer)}\n`, { flush: true });
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

function signed(protocol: WireProtocol, key: KeyObject): WireAnswer {
  const text = JSON.stringify(protocol);
  return { protocol: text, signature: sign(null, Buffer.from(text), key).toString('base64url') };
}

/** A line that was cut off by a crash was never answered. */
function readLine(line: string): WireAnswer | null {
  try {
    return JSON.parse(line) as WireAnswer;
  } catch {
    return null;
  }
}

function protocolOf(answer: WireAnswer): WireProtocol {
  return JSON.parse(answer.protocol) as WireProtocol;
}

function nameOf({ game, draw }: { game: string; draw: number }): string {
  return `${game} ${draw}`;
}

function isFor(protocol: WireProtocol, { sealRoot, matrix }: WireOrder): boolean {
  return protocol.sealRoot === sealRoot && JSON.stringify(protocol.matrix) === JSON.stringify(matrix);
}

const randomUint32: NextUint32 = () => randomFillSync(new Uint32Array(1))[0] ?? 0;
