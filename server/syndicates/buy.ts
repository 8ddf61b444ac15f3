/** Buys a share: checks the amount and the syndicate, and lets the sale decide. */
import type { ApiAnswer, ApiInput } from '#contract/api.ts';
import type { Db } from '#server/platform/database.ts';
import type { CallContext, Caller, Staked } from '#server/platform/handler.ts';
import { decodeId } from '#server/platform/ids.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sql } from '#server/platform/sql.ts';
import type { SellShare } from './buy-share.ts';

/** Whole krónur. */
const stakeMin = 100;

type Parts = { pages: Db; sellShare: SellShare };

export async function buyShare(
  { pages, sellShare }: Parts,
  { params, body: { stake, channel } }: ApiInput<'clubsale.buyShare'>,
  { caller, key, inputHash, ip, markReplay }: CallContext & { caller: Caller },
): Promise<Staked<ApiAnswer<'clubsale.buyShare'>>> {
  if (stake < 0) refuse('EC_NEGATIVE_AMOUNT', stakeIssue('amountNegative'));
  if (stake === 0) refuse('EC_NOT_POSITIVE_AMOUNT', stakeIssue('required'));
  if (stake < stakeMin) refuse('EC_VALUE_TOO_LOW', stakeIssue('amountTooLow'));
  const syndicateId = decodeId(params.poolId) ?? refuse('EC_NO_DATA_FOUND');
  const { rows } = await sql`SELECT FROM syndicates WHERE syndicate_id = ${syndicateId}`.execute(pages);
  if (rows.length === 0) refuse('EC_NO_DATA_FOUND');
  const sold = await sellShare({
    ...{ playerId: caller.playerId, session: caller.tokenHash, syndicateId, stake, key, inputHash },
    channel: channel ?? null,
    ip: ip || null,
  });
  if (sold.replayed) markReplay();
  return { answer: { id: sold.id }, session: sold.session };
}

const stakeIssue = (message: string) => ({ issues: { body: [{ path: ['stake'], message }] } });
