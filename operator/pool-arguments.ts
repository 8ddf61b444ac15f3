import { encodeId } from '#server/platform/ids.ts';
import { type Syndicate, syndicateNamed } from '#server/syndicates/syndicates.ts';
import type { Answer, Context, Input } from './command.ts';
import { amount as inKronur } from './table.ts';

/** `POOL`, the first argument. */
export const poolArgument = ({ database }: Context, { args: [pool = ''] }: Input): Promise<Syndicate> =>
  syndicateNamed(database.db, pool);

export function poolAnswer(syndicate: Syndicate, more: object = {}, lines: readonly string[] = []): Answer {
  const { syndicateId, name, clubId, game, number, collectsUntil } = syndicate;
  const { status, collected, placed } = syndicate;
  const poolId = encodeId(syndicateId);
  const json = {
    ...{ poolId, name, club: clubId, game, program: number, status, collected, placed },
    ...{ holders: syndicate.holders, won: syndicate.won, collectsUntil: collectsUntil.toISOString() },
    ...more,
  };
  const head = `${poolId} ${name} of club ${clubId}, ${game} ${number}: ${status}`;
  const from = `Collected ${inKronur(collected)} kr. from ${syndicate.holders}`;
  const money = `${from}, staked ${inKronur(placed)} kr.`;
  return { json, text: [head, money, ...lines].join('\n') };
}
