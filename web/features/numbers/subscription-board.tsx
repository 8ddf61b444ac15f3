/** The subscription view: numbers that stay, chosen here, their days, when what is charged, how it ends. */
import { termDays } from '#rules/draws/subscriptions.ts';
import type { Weekday } from '#rules/values/weeks.ts';
import { money } from '#texts/number.ts';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as optionsCss from '#web/ui/options.module.css';
import { RowsBoard } from './board.tsx';
import type { BoardParts } from './board-parts.ts';
import * as extrasCss from './extras.module.css';
import { JokerField } from './joker-field.tsx';
import * as playPageCss from './play-page.module.css';
import type { Quote } from './quote.ts';
import { chooseDays } from './slip.ts';
import { planOf } from './subscription-plan.ts';
import { isoNumber, SubscriptionTerm } from './subscription-terms.tsx';
import { SlipToast } from './undo-parts.tsx';

export type SubscriptionProps = BoardParts & { quote: Quote; isJokerAsked: boolean; isRowAsked: boolean };

export function SubscriptionBoard({ desk, draw, matrix, quote, ...asked }: SubscriptionProps) {
  const { t } = useText();
  const { slip, update } = desk;
  return (
    <form className={playPageCss.playForm} method="dialog" onSubmit={(event) => event.preventDefault()}>
      <RowsBoard desk={desk} draw={draw} matrix={matrix} isRowAsked={asked.isRowAsked}>
        <p className="soft">{t('subscription.same')}</p>
        <JokerField slip={slip} price={draw.amountJoker} update={update} isAsked={asked.isJokerAsked} />
        <Days desk={desk} matrix={matrix} perDraw={quote.perDraw} />
        {quote.total > 0 && <Plan draw={draw} quote={quote} />}
        <section className={extrasCss.extra} aria-labelledby="ending-heading">
          <h2 id="ending-heading">{t('subscription.ending')}</h2>
          <p className="measure">{t('subscription.endingHow', { weeks: termDays / 7 })}</p>
        </section>
      </RowsBoard>
      <SlipToast desk={desk} />
    </form>
  );
}

type DaysProps = Pick<BoardParts, 'desk' | 'matrix'> & { perDraw: number };

function Days({ desk: { slip, update }, matrix, perDraw }: DaysProps) {
  const { t } = useText();
  const days = slip.days ?? [];
  const set = (day: Weekday, isChosen: boolean): void =>
    update((old) =>
      chooseDays(
        old,
        matrix.drawDays.filter((each) => (each === day ? isChosen : (old.days ?? []).includes(each))),
      ),
    );
  return (
    <fieldset className={extrasCss.extra}>
      <legend className={extrasCss.legend}>
        <span>{t('subscription.days')}</span>
        {perDraw > 0 && <span className="meta">{t('subscription.perDraw', { amount: money(perDraw) })}</span>}
      </legend>
      <div className={`${optionsCss.options} ${extrasCss.optionsDays}`}>
        {matrix.drawDays.map((day) => (
          <label key={day} className={optionsCss.option}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ target }) => set(day, target.checked)}
            />
            <span>
              <span className="first-capital">
                {t('calendar.onDays', { days: t(`calendar.weekdaysEvery.${isoNumber(day)}`) })}
              </span>
              {perDraw > 0 && <small>{t('subscription.monthly', { amount: money(4 * perDraw) })}</small>}
            </span>
          </label>
        ))}
      </div>
      {days.length === 0 && <p className="meta">{t('subscription.noDays')}</p>}
    </fieldset>
  );
}

function Plan({ draw, quote }: Pick<SubscriptionProps, 'draw' | 'quote'>) {
  const { t, format } = useText();
  const { now } = useShell();
  const plan = planOf({
    gameId: draw.gameId,
    days: quote.days ?? [],
    perDraw: quote.perDraw,
    today: now.slice(0, 10),
    onSale: draw.drawDate.slice(0, 10),
  });
  return (
    <section className={extrasCss.extra} aria-labelledby="plan-heading">
      <h2 id="plan-heading">{t('subscription.plan')}</h2>
      <ol className={listsCss.charges}>
        {plan.map(({ on, draws, free, amount }) => (
          <li key={on}>
            <span>{on === null ? t('subscription.today') : format.date(on)}</span>
            <span className="soft">{t('subscription.draws', { count: draws, free })}</span>
            <b className="money">{money(amount)}</b>
          </li>
        ))}
      </ol>
      <p className="meta measure">{t('subscription.from')}</p>
      <SubscriptionTerm quote={quote} draw={draw} />
    </section>
  );
}
