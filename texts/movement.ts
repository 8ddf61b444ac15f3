/** A movement on a player's balance in words: what it was, and what is behind it. */
import type { AnyGameId } from '#rules/games.ts';
import { type Translate, ticketName } from './format.ts';

export type Movement = {
  type: 'deposit' | 'withdrawal' | 'sales' | 'winnings' | 'subscriptions' | 'teamSystem';
  /** Whole krónur; less than nothing where it went out. */
  amount: number;
  gameId?: string | undefined;
  /** Of a game that the texts do not name. */
  gameName?: string | undefined;
  ticketId?: string | undefined;
  subscriptionId?: string | undefined;
  /** Play money of a sandbox, which no payment brought. */
  isSandbox?: boolean | undefined;
  cause?: 'debtPayment' | 'chargebackReturned' | 'shareReturned' | 'shareWon' | undefined;
  cardType?: 'visa' | 'mastercard' | undefined;
  cardNumber?: string | undefined;
  /** Bank account and phone are masked. */
  payment?:
    | {
        method: 'creditCard' | 'aur' | 'bank';
        bankAccount?: string | undefined;
        phone?: string | undefined;
      }
    | undefined;
};

/** The second movement of a payment, which undoes the first. */
export function isUndoing({ type, amount, payment }: Movement): boolean {
  return payment !== undefined && (type === 'withdrawal' ? amount > 0 : amount < 0);
}

/**
 * The sign tells what the type does not: a sale that gave money back is a cancellation, a subscription
 * returns what was not played, and a prize that was taken back was corrected.
 */
export function kindOf(t: Translate, movement: Movement): string {
  const { type, amount, payment, cause } = movement;
  if (cause !== undefined) return t(`myPages.transactions.${cause}`);
  if (isUndoing(movement))
    return t(
      type === 'withdrawal' ? 'myPages.transactions.withdrawalReturned' : 'myPages.transactions.chargeback',
    );
  if (type === 'subscriptions' && payment !== undefined) return t('myPages.transactions.byCard');
  if ((type === 'sales' || type === 'subscriptions') && amount > 0) return t('account.returned');
  if (type === 'winnings' && amount < 0) return t('myPages.transactions.correction');
  return t(`status.transaction.${type}`);
}

/** The card, phone or bank account of a payment, by its last digits. */
export function wayOf(t: Translate, { payment, cardType, cardNumber }: Movement): string {
  if (payment === undefined) return '';
  const { method, bankAccount = '', phone = '' } = payment;
  if (method === 'bank') return t('myPages.transactions.accountEnding', { last3: bankAccount.slice(-3) });
  if (method === 'aur') return t('myPages.transactions.aurPhone', { last4: phone.slice(-4) });
  if (cardType === undefined || cardNumber === undefined) return t('paymentMethod.creditCard');
  return t('card.ending', { brand: t(`card.brands.${cardType}`), last4: cardNumber.slice(-4) });
}

/**
 * Describes a movement by its payment method, subscription or ticket; without any of these, by its
 * kind. The page, the call and both exports use it.
 */
export function descriptionOf(t: Translate, movement: Movement): string {
  const { payment, subscriptionId, ticketId, isSandbox, gameName } = movement;
  const gameId = (movement.gameId ?? 'lotto') as AnyGameId;
  if (payment !== undefined) return wayOf(t, movement);
  if (subscriptionId !== undefined)
    return t('myPages.subscriptions.of', { gameIn: t(`games.${gameId}.nameIn`) });
  if (ticketId !== undefined)
    return t('account.ticketOf', {
      game: gameName ?? t(`games.${gameId}.name`),
      ticket: ticketName(ticketId),
    });
  return isSandbox ? t('account.sandboxBalance') : kindOf(t, movement);
}
