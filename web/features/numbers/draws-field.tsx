/**
 * How many draws the ticket takes part in, as one line of figures, and what the chosen number costs; those
 * past a change of rules are left out.
 */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as extrasCss from './extras.module.css';

type Props = {
  options: readonly number[];
  chosen: number;
  /** The price of the slip for so many draws. */
  priceOf: (draws: number) => number;
  /** What limits the options; null when nothing does. */
  limit: { draws: number; rollDown: string } | null;
  onChoose: (draws: number) => void;
};

export function DrawsField({ options, chosen, priceOf, limit, onChoose }: Props) {
  const { t, format } = useText();
  const price = priceOf(chosen);
  return (
    <fieldset className={extrasCss.extra}>
      <legend className={extrasCss.legend}>
        <span>{t('multidraw.title')}</span>
        <span className="meta figures">
          {t('multidraw.option', { count: chosen })}
          {price > 0 && ` · ${money(price)}`}
        </span>
      </legend>
      <div>
        <div className={`${optionsCss.choiceLine} ${extrasCss.draws} figures`}>
          {options.map((count) => (
            <label key={count}>
              <input
                type="radio"
                name="draws"
                value={count}
                checked={count === chosen}
                onChange={() => onChoose(count)}
              />
              <span>
                <span className="visually-hidden">{t('multidraw.option', { count })}</span>
                <span aria-hidden="true">{count}</span>
              </span>
            </label>
          ))}
        </div>
        <p className="meta">{t('multidraw.sameNumbers')}</p>
        {limit !== null && (
          <p className="meta">
            {t('multidraw.limited', { count: limit.draws, date: format.date(limit.rollDown) })}
          </p>
        )}
      </div>
    </fieldset>
  );
}
