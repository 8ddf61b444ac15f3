/** A prize, none, or not known yet: the same size and paper for each; below it what the ticket holds. */
import type { ApiAnswer } from '#contract/api.ts';
import { useText } from '#web/text/text.tsx';
import { CheckedTicket } from './checked-ticket.tsx';

export function Verdict({ answer: { verdict, ticket } }: { answer: ApiAnswer<'lotto.check'> }) {
  const { t } = useText();
  return (
    <div className="slip verdict">
      <div className="slip-paper">
        <div className="slip-inside">
          <h2>{t(`check.verdict.${verdict}`)}</h2>
          {verdict === 'win' && <span className="light" aria-hidden="true" />}
          <p>{t(`check.meaning.${verdict}`)}</p>
        </div>
        <div className="slip-inside">
          <CheckedTicket ticket={ticket} />
        </div>
      </div>
    </div>
  );
}
