/** Cards of the sandbox, by what they do. */
import { useText } from '#web/text/text.tsx';
import { useSandbox } from './use-sandbox.ts';

/** Free serials: the demo players have cards of their own. */
const cards = [
  { number: '4000 0001 0000 0001', does: 'frictionless' },
  { number: '4000 0002 0000 0000', does: 'challenge' },
  { number: '4000 0001 5100 0009', does: 'declined' },
] as const;

export function TestCards() {
  const { t } = useText();
  if (useSandbox() === null) return null;
  return (
    <aside className="test-cards">
      <h3>{t('payment.sandbox.title')}</h3>
      <dl>
        {cards.map(({ number, does }) => (
          <div key={number}>
            <dt>{number}</dt>
            <dd>{t(`payment.sandbox.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('payment.sandbox.cvd')}</p>
    </aside>
  );
}
