/** Buys a ticket of the game over HTTP: a call that the contract does not have, sold as all are. */
import { z } from 'zod';
import type { Call, InputOf } from '#contract/call.ts';
import * as v from '#contract/values.ts';
import type { DrawKind, Selling } from '#server/draws/kind.ts';
import type { SaleDraw } from '#server/draws/sale-board.ts';
import type { CallContext, Caller, Staked } from '#server/platform/handler.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal, refuse } from '#server/platform/refusal.ts';
import { codesOfRow, gameId, mirrored, mirroredRows, rowsMax, type Score, wordsOf } from './rules.ts';

const buyCall = {
  method: 'POST',
  path: '/scores/buy',
  access: 'player',
  money: 'stake',
  summary: 'Buys a ticket',
  body: z.object({
    gameId: z.string().optional(),
    draw: z.int(),
    /** Two hexadecimal digits a match, as in the published book. */
    rows: z.array(z.string()),
    isMirrored: z.boolean().optional(),
    /** The number of the club that the ticket supports. */
    supportId: z.int().optional(),
    stake: z.int('amountWholeOnly'),
    channel: v.channel.optional(),
  }),
  bodyBytesMax: 1024 * 1024,
  answer: { status: 200, body: z.object({ id: z.string(), type: z.literal('ticket') }) },
  refusals: [
    ...['EC_PRODUCT_CLOSED', 'EC_SALE_CLOSED', 'EC_NO_DATA_FOUND', 'EC_ROW_LIMIT'],
    ...['EC_TICKET_INVALID_SELECTIONS', 'EC_INVALID_COMBINATION', 'EC_INVALID_AMOUNT'],
  ],
} as const satisfies Call;

type Body = InputOf<typeof buyCall>['body'];

export const calls: NonNullable<DrawKind['calls']> = (selling) => ({
  'scores.buy': {
    call: buyCall,
    handle: ({ body }: InputOf<typeof buyCall>, context: CallContext & { caller: Caller }) =>
      buy(selling, body, context),
  },
});

async function buy(
  { board, sell }: Selling,
  body: Body,
  context: CallContext & { caller: Caller },
): Promise<Staked<{ id: string; type: 'ticket' }>> {
  const draws = (await board.read()).get(body.gameId ?? gameId) ?? refuse('EC_PRODUCT_CLOSED');
  const draw = draws.find(({ number }) => number === body.draw) ?? refuse('EC_SALE_CLOSED');
  try {
    const { id, type, replayed, session } = await sell(purchaseOf(draw, body, context));
    if (replayed) context.markReplay();
    return { answer: { id, type }, session };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'EC_SALE_CLOSED') board.markStale();
    throw error;
  }
}

function purchaseOf(draw: SaleDraw, body: Body, context: CallContext & { caller: Caller }) {
  const rows = rowsOf(body);
  const system = body.isMirrored ? mirrored : 0;
  const rowCount = system === 0 ? rows.length : mirroredRows(rows[0] as Score[]);
  if (rowCount > rowsMax) refuse('EC_ROW_LIMIT');
  if (body.stake !== rowCount * draw.amountRow) refuse('EC_INVALID_AMOUNT');
  const words = rows.map(wordsOf);
  return {
    playerId: context.caller.playerId,
    session: context.caller.tokenHash,
    game: draw.game,
    ticketId: context.key === null ? newId() : null,
    coupons: [{ drawId: draw.drawId, couponId: newId() }],
    stake: body.stake,
    rowMasks: words.map(([first]) => first),
    secondMasks: words.map(([, second]) => second),
    quickPicks: 0,
    system,
    rowCount,
    side: null,
    supportId: body.supportId ?? null,
    channel: body.channel ?? null,
    affiliateId: null,
    ip: context.ip || null,
    key: context.key,
    inputHash: context.inputHash,
  };
}

function rowsOf({ rows, isMirrored }: Body): Score[][] {
  if (rows.length > rowsMax) refuse('EC_ROW_LIMIT');
  if (rows.length === 0) refuse('EC_TICKET_INVALID_SELECTIONS');
  if (isMirrored && rows.length > 1) refuse('EC_INVALID_COMBINATION');
  return rows.map((row) => codesOfRow(row) ?? refuse('EC_TICKET_INVALID_SELECTIONS'));
}
