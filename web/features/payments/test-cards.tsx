/** Cards of the sandbox, by what they do. */
import { useState } from 'react';
import { luhnDigit } from '#rules/values/card-number.ts';
import { useText } from '#web/text/text.tsx';
import { grouped } from './card-typing.ts';
import * as paymentStepsCss from './payment-steps.module.css';
import { useSandbox } from './use-sandbox.ts';

/** What a number begins with says what happens; the five digits behind it are free. */
const kinds = [
  { start: '4000000200', does: 'challenge' },
  { start: '4000000100', does: 'frictionless' },
  { start: '4000000151', does: 'declined' },
] as const;

/** Each card has one player: everybody is shown others. */
function newNumber(start: string): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const digits = start + String(random % 100_000).padStart(5, '0');
  return grouped(digits + luhnDigit(digits));
}

export function TestCards() {
  const { t } = useText();
  const [cards] = useState(() => kinds.map(({ start, does }) => ({ number: newNumber(start), does })));
  if (useSandbox() === null) return null;
  return (
    <aside className={paymentStepsCss.testCards}>
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
