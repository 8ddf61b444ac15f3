/** What the pages of one's own tickets show. */
import type { ApiAnswer } from '#contract/api.ts';
import type { NumbersTicket as Numbers } from '#contract/games/numbers.ts';
import { rulesOf } from '#rules/numbers/games.ts';
import { formatPlayAddress } from '#rules/numbers/play-address.ts';
import { stakeOf } from '#rules/numbers/price.ts';
import { formatTicketCode } from '#rules/numbers/ticket-code.ts';
import { isk } from '#rules/values/money.ts';
import { type GameWeek, weekOf } from '#rules/values/weeks.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Api } from '#web/api/client.ts';
import { isPool } from '#web/page/paths.ts';
import type { NumberGame } from '#web/shared/games/number-games.ts';
import { hasResult } from './has-result.ts';
import type { PoolPart } from './pool-part.ts';
import { loadPool } from './pool-ticket.server.ts';
import { qrOf } from './qr.server.ts';
import { leafHash, type Proof, proofHolds } from './verify-proof.ts';

export type NumbersTicket = Numbers & {
  gameId: NumberGame;
  /** Its numbers as one line that the play page reads. */
  code: string;
};
/** Of a number lottery, or as the kind of another game describes it. */
export type Ticket = NumbersTicket | DescribedTicket;
export type DescribedTicket = Extract<ApiAnswer<'lotto.ticket'>, { play: unknown }> & {
  /** Of football pools, what their page shows instead of marks. */
  pool?: PoolPart;
};
/** Its numbers as a query of the play page, and what they cost in the draw on sale, if there is one. */
export type Again = { played: string; price: number | null };
export type Evidence = ApiAnswer<'lotto.evidence'>;

export type Sealed = { proof: Proof; evidence: Evidence; leaf: string; holds: boolean };
/** How far the draw of a ticket has come while it has no result; null when it was cancelled or is drawn. */
export type Stage = ApiAnswer<'lotto.undrawn'>['draws'][number]['stage'] | null;

/** The whole address of the page that checks a code. */
export type CheckAt = (code: string) => string;

type Asked = { ticketId: string; couponId: string | null; locale: 'is' | 'en' };

export async function loadTicket(api: Api, { ticketId, couponId, locale }: Asked, checkAt: CheckAt) {
  // An address with the ticket alone, as after a purchase, means its first coupon.
  const ticket = await loadPlayed(api, { ticketId, couponId: couponId ?? ticketId }, locale);
  const stage = await stageOf(api, ticket);
  const isLarge = ticket.status === 'highwind' || ticket.status === 'claimed';
  const [sealed, again, largePrize] = await Promise.all([
    stage === 'planned' || stage === 'onSale' ? null : loadSealed(api, ticket),
    'play' in ticket ? null : againOf(api, ticket, isLarge),
    isLarge ? loadClaim(api, ticket) : null,
  ]);
  const qr = qrOf(checkAt(ticket.receipt.checkCode));
  return { ticket, sealed, stage, drawWeek: drawWeekOf(ticket), again, largePrize, qr };
}

/** The ticket without seal, proof and claim. */
export async function loadPlayed(
  api: Api,
  params: { ticketId: string; couponId: string },
  locale: 'is' | 'en',
): Promise<Ticket> {
  const answer = await api('lotto.ticket', { params, query: { locale } });
  if (!('play' in answer)) return { ...answer, ...codeOf(answer) };
  const { gameId, id } = answer;
  return isPool(gameId) ? { ...answer, pool: await loadPool(api, gameId, id, locale) } : answer;
}

/** Null when the claim was paid after the ticket was read. */
async function loadClaim(api: Api, { couponId }: Ticket) {
  const { claims, reviewWorkdays } = await api('claims.list', {});
  const claim = claims.find((each) => each.couponId === couponId);
  return claim === undefined ? null : { claim, reviewWorkdays };
}

/** A ticket with a large prize offers the claim alone, not the next purchase. */
async function againOf(api: Api, ticket: NumbersTicket, isLarge: boolean): Promise<Again> {
  return { played: playedOf(ticket), price: isLarge ? null : await priceToday(api, ticket) };
}

function codeOf({ gameId: text, rows, system, joker }: Numbers) {
  const gameId = text as NumberGame;
  const ticket = { gameId, rows, system: system ?? 0, joker: joker ?? null, subscription: false };
  return { gameId, code: formatTicketCode(ticket) };
}

/** The numbers of the ticket as the play page reads them in its address. */
function playedOf({ rows, joker, system }: NumbersTicket): string {
  return formatPlayAddress({ rows, joker: joker ?? null, system: system ?? 0 });
}

/** What the same numbers cost in the draw on sale; null when there is none. */
async function priceToday(api: Api, { gameId, rows, joker, system }: NumbersTicket): Promise<number | null> {
  const draw = await unlessRefused(api('lotto.currentDraw', { params: { gameId } }));
  if (draw === null) return null;
  const { amountRow, amountJoker } = draw;
  const [version, prices] = [rulesOf(draw), { amountRow: isk(amountRow), amountJoker: isk(amountJoker) }];
  return stakeOf({ version, rows, joker, system, ...prices }).total;
}

async function stageOf(api: Api, ticket: Ticket): Promise<Stage> {
  const { gameId, draw, status } = ticket;
  if (status !== 'pending' || hasResult(ticket)) return null;
  const { draws } = await api('lotto.undrawn', { params: { gameId } });
  return draws.find((each) => each.draw === draw)?.stage ?? null;
}

/** The week whose results hold the draw: also of a draw that was moved, perhaps into another year. */
function drawWeekOf({ week, drawDate }: Ticket): GameWeek {
  const { year, week: drawn } = weekOf(drawDate.slice(0, 10));
  return { week, year: week > drawn ? year - 1 : year };
}

/** Null while the draw is not sealed, and for a ticket that was cancelled before. */
async function loadSealed(api: Api, ticket: Ticket): Promise<Sealed | null> {
  const { id: ticketId, couponId, gameId, draw } = ticket;
  const found = await unlessRefused(
    Promise.all([
      api('lotto.proof', { params: { ticketId, couponId } }),
      api('lotto.evidence', { params: { gameId, draw: String(draw) } }),
    ]),
  );
  if (found === null) return null;
  const [proof, evidence] = found;
  const [leaf, holds] = await Promise.all([leafHash(proof), proofHolds(proof, evidence.merkleRoot)]);
  return { proof, evidence, leaf, holds };
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.status === 400) return null;
    throw error;
  }
}
