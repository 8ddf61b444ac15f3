/** That a promotion runs with the draw on sale: what one gets, how long, and for how much. */
import type { ApiAnswer } from '#contract/api.ts';
import { money } from '#texts/number.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';

export type Raffle = ApiAnswer<'lotto.raffle'>['raffle'];

export function Promotion({ raffle }: { raffle: Raffle }) {
  const { t, format } = useText();
  const isOnBreak = useIsOnBreak();
  // Whoever takes a break is offered nothing.
  if (raffle === null || isOnBreak) return null;
  const prizes = raffle.prizes.map(({ count, amount }) => `${count} × ${money(amount)}`).join(', ');
  return (
    <Section title={raffle.name}>
      <div className="stack">
        <p className="measure">{raffle.text}</p>
        <p className="meta">
          {t('raffle.prizes', { prizes })}{' '}
          {t('raffle.period', { from: format.date(raffle.from), until: format.date(raffle.until) })}
        </p>
      </div>
    </Section>
  );
}
