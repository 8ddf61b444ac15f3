/** What pays for subscriptions: the balance, and the card for what that does not cover. */
import { Link } from 'react-router';
import type { ApiAnswer } from '#contract/api.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { type Text, useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';

export type Card = ApiAnswer<'account.details'>['subscriptionCard'];

function nameOf({ t }: Text, { brand, last4 }: NonNullable<Card>): string {
  return t('card.ending', { brand: t(`card.brands.${brand}`), last4 });
}

/** In a list of names and values. */
export function PaidBy({ card }: { card: Card }) {
  const text = useText();
  const { t } = text;
  return card === undefined
    ? t('myPages.subscriptions.payBalance')
    : t('myPages.subscriptions.payCard', { card: nameOf(text, card) });
}

export function CardLink({ isFirst = false }: { isFirst?: boolean }) {
  const { t, locale } = useText();
  return (
    <Link to={pathsFor(locale).cards()}>
      {t(isFirst ? 'card.addSubscriptionTitle' : 'myPages.subscriptions.changeCard')}
    </Link>
  );
}

/** For who pays with a card that is past the last day of its month. */
export function CardEnded({ card }: { card: Card }) {
  const text = useText();
  const { now } = useShell();
  if (card === undefined) return null;
  const [month, year] = [card.expires.slice(0, 2), card.expires.slice(2)];
  if (`20${year}-${month}` >= now.slice(0, 7)) return null;
  return (
    <Notice kind="warn" secondary={<CardLink />}>
      {text.t('myPages.subscriptions.cardEnded', {
        card: nameOf(text, card),
        expires: `${month}/${year}`,
      })}
    </Notice>
  );
}
