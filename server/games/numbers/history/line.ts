/** One line of an import file: a past draw, checked against the rules of its day. */
import { z } from 'zod';
import { isDrawDate } from '#rules/numbers/draws.ts';
import { type GameId, isGameId, numberGames, versionAt } from '#rules/numbers/games.ts';
import { amountsFault, tiersFault } from '#rules/numbers/published.ts';
import type { RuleVersion } from '#rules/numbers/versions.ts';
import { isDate } from '#rules/values/weeks.ts';
import type { PastDraw, PastPrize } from './past-draw.ts';

const count = z.int().min(0);

/**
 * Only these fields are read. `currency` is looked at, because an amount without its currency would be
 * a wrong one.
 */
const lineSchema = z.object({
  game: z.string(),
  date: z.string(),
  numbers: z.array(z.int()),
  bonusNumbers: z.array(z.int()),
  currency: z.string().optional(),
  prizes: z
    .array(
      z.object({
        tier: z.int().min(1),
        condition: z.string(),
        amountWinner: count.optional(),
        winners: count.optional(),
      }),
    )
    .optional(),
});
type Line = z.infer<typeof lineSchema>;

/** `foreign`: how many amounts were left out because they are not in krónur. */
export type ReadLine =
  | { kind: 'draw'; game: GameId; draw: PastDraw; foreign: number }
  | { kind: 'outside'; game: GameId; date: string }
  | { kind: 'fault'; reason: string };

export function readHistoryLine(text: string): ReadLine {
  const parsed = lineSchema.safeParse(parseJson(text));
  if (!parsed.success)
    return fault(
      parsed.error.issues
        .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
        .join('; '),
    );
  const line = parsed.data;
  const { game, date } = line;
  if (!isGameId(game)) return fault(`no such game: ${JSON.stringify(game)}`);
  if (!isDate(date)) return fault(`not a date: ${JSON.stringify(date)}`);
  if (date < numberGames[game].firstDraw) return { kind: 'outside', game, date };
  if (!isDrawDate(game, date)) return fault(`${game} is not drawn on ${date}`);
  const version = versionAt(game, date);
  const wrong = numbersFault(version, line) ?? (line.prizes ? tiersFault(game, date, line.prizes) : null);
  if (wrong) return fault(wrong);
  const read = drawOf(game, line);
  const published = (read.draw.prizes ?? []).map((prize) => ({
    ...prize,
    amount: prize.pool ?? prize.amount,
  }));
  const impossible = amountsFault(game, date, published);
  return impossible ? fault(impossible) : { kind: 'draw', game, ...read };
}

function numbersFault({ main, drawnBonus }: RuleVersion, { numbers, bonusNumbers }: Line): string | null {
  if (!isChoice(numbers, main.pick, main.max)) return `not ${main.pick} of ${main.max}: ${numbers.join(' ')}`;
  if (!isChoice(bonusNumbers, drawnBonus.count, drawnBonus.max))
    return `wrong bonus numbers: ${bonusNumbers.join(' ')}`;
  const isTwice = drawnBonus.pool === 'main' && bonusNumbers.some((number) => numbers.includes(number));
  return isTwice ? 'a bonus number is among the numbers' : null;
}

function isChoice(numbers: readonly number[], howMany: number, max: number): boolean {
  const inRange = numbers.every((number) => number >= 1 && number <= max);
  return numbers.length === howMany && new Set(numbers).size === howMany && inRange;
}

function drawOf(game: GameId, { date, numbers, bonusNumbers, prizes, currency = 'ISK' }: Line) {
  const ascending = (list: readonly number[]) => list.toSorted((a, b) => a - b);
  const inKronur = currency === 'ISK' ? (prizes ?? []).flatMap((prize) => prizeOf(prize) ?? []) : [];
  const draw: PastDraw = {
    game,
    date,
    joker: null,
    numbers: ascending(numbers),
    bonusNumbers: ascending(bonusNumbers),
    // A table is shown whole or not at all.
    prizes: inKronur.length > 0 && inKronur.length === prizes?.length ? inKronur : null,
  };
  return { draw, foreign: draw.prizes ? 0 : (prizes?.length ?? 0) };
}

/** Where nobody won, the published amount is the pool that moves on. */
function prizeOf({
  tier,
  condition,
  amountWinner,
  winners,
}: NonNullable<Line['prizes']>[number]): PastPrize | null {
  if (amountWinner === undefined || winners === undefined) return null;
  const unwon = winners === 0;
  return {
    part: 'main',
    tier,
    condition,
    winners,
    winnersLocal: winners,
    amount: unwon ? 0 : amountWinner,
    pool: unwon ? amountWinner : null,
    arithmetic: null,
  };
}

const reasonMax = 200;

function fault(reason: string): ReadLine {
  return { kind: 'fault', reason: reason.length > reasonMax ? `${reason.slice(0, reasonMax)} …` : reason };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
