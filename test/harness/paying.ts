/** Test cards on their way through the sandbox of the card gateway: asked about, stored, paying. */
import { randomUUID } from 'node:crypto';
import type { Authentication, CardReference, TypedCard } from '#integrations/card-gateway/face.ts';
import { cardNumber } from '#integrations/card-gateway/sandbox/test-cards.ts';
import type { CardGatewayForTests } from './card-gateway.ts';
import { authenticationOf, type Deed, walkAuthentication } from './cardholder.ts';

export type ThreeDSecure = Parameters<typeof cardNumber>[1];
export type Outcome = Parameters<typeof cardNumber>[2];

let serial = 1_000;

/** A Visa card that nobody has. @param secure the digits for 3-D Secure @param outcome those for payments */
export function testCard(
  secure: ThreeDSecure,
  outcome: Outcome = '00',
  over: Partial<TypedCard> = {},
): TypedCard {
  serial += 1;
  return { number: cardNumber('visa', secure, outcome, serial), month: 12, year: 2028, cvc: '123', ...over };
}

export const returnUrl = 'http://localhost:3000/api/verify/deposit';

export const payment = (
  virtualCard: string,
  amount: number,
  authentication: Authentication | null = null,
) => ({
  virtualCard,
  amount,
  correlationId: randomUUID(),
  reference: 'D1',
  authentication,
  initiatedBy: 'cardholder' as const,
});

export function payingBy({ client }: Pick<CardGatewayForTests, 'client'>) {
  function begin(card: CardReference, amount: number, md = 'state') {
    const asked = { card, amount, returnUrl, md, correlationId: randomUUID(), challenge: amount === 0 };
    return client().beginAuthentication(asked);
  }

  async function form(card: CardReference, amount: number, md?: string) {
    const begun = await begin(card, amount, md);
    if (begun.outcome !== 'begun') throw new Error(JSON.stringify(begun));
    return begun.form;
  }

  /** The return post; null when the browser does not return. */
  const walk = async (card: CardReference, deed: Deed, amount = 2_500, md?: string) =>
    walkAuthentication(await form(card, amount, md), deed);

  async function authenticated(card: CardReference, amount: number): Promise<Authentication> {
    const back = await walk(card, 'approve', amount);
    if (!back) throw new Error('the browser did not return');
    return authenticationOf(back);
  }

  async function stored(
    card: TypedCard,
    initiatedBy: 'cardholder' | 'merchant' = 'cardholder',
  ): Promise<string> {
    const authentication = await authenticated({ typed: card }, 0);
    const asked = { card, initiatedBy, authentication, correlationId: randomUUID() };
    const told = await client().storeCard(asked);
    if (told.outcome !== 'stored') throw new Error(JSON.stringify(told));
    return told.virtualCard;
  }

  return { begin, form, walk, authenticated, stored };
}
