/** The evidence of a draw of numbers as the public sees it. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import { evidence } from '#server/draws/seal/evidence.ts';
import type { Db } from '#server/platform/database.ts';
import { gameIdOf } from './game-id.ts';
import { drawnOf } from './outcome.ts';

export async function numbersEvidence(
  db: Db,
  { gameId, draw }: ApiInput<'lotto.evidence'>['params'],
): Promise<ApiAnswer<'lotto.evidence'>> {
  const game = gameIdOf(gameId);
  const { settlement, ...seal } = await evidence(db, game, draw);
  return { draw, gameId: game, ...seal, ...(settlement && { settlement: shown(settlement) }) };
}

function shown({ outcome, ...found }: NonNullable<Awaited<ReturnType<typeof evidence>>['settlement']>) {
  const { numbers, bonusNumbers, joker } = drawnOf(outcome);
  return {
    numbers: [...numbers],
    bonusNumbers: [...bonusNumbers],
    ...(joker !== null && { joker }),
    ...found,
  };
}
