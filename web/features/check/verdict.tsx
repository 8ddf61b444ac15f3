/** A prize, none, or not known yet: the same size and paper for each; below it what the ticket holds. */
import type { ApiAnswer } from '#contract/api.ts';
import * as potCss from '#web/shared/games/pot.module.css';
import * as slipCss from '#web/shared/tickets/slip.module.css';
import { useText } from '#web/text/text.tsx';
import * as checkCss from './check.module.css';
import { CheckedTicket } from './checked-ticket.tsx';

export function Verdict({ answer: { verdict, ticket } }: { answer: ApiAnswer<'lotto.check'> }) {
  const { t } = useText();
  return (
    <div className={`${slipCss.slip} ${checkCss.verdict}`}>
      <div className={slipCss.paper}>
        <div className={slipCss.inside}>
          <h2>{t(`check.verdict.${verdict}`)}</h2>
          {verdict === 'win' && <span className={potCss.light} aria-hidden="true" />}
          <p>{t(`check.meaning.${verdict}`)}</p>
        </div>
        <div className={slipCss.inside}>
          <CheckedTicket ticket={ticket} />
        </div>
      </div>
    </div>
  );
}
