/**
 * How many draws the ticket takes part in; each choice shows its price, those past a change of rules
 * are left out.
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
  return (
    <fieldset className={extrasCss.extra}>
      <legend className={extrasCss.legend}>
        <span>{t('multidraw.title')}</span>
        <span className="meta">{t('multidraw.sameNumbers')}</span>
      </legend>
      <div>
        <div className={optionsCss.options}>
          {options.map((count) => (
            <label key={count} className={optionsCss.option}>
              <input
                type="radio"
                name="draws"
                value={count}
                checked={count === chosen}
                onChange={() => onChoose(count)}
              />
              <span>
                {t('multidraw.option', { count })}
                {priceOf(count) > 0 && <small>{money(priceOf(count))}</small>}
              </span>
            </label>
          ))}
        </div>
        {limit !== null && (
          <p className="meta">
            {t('multidraw.limited', { count: limit.draws, date: format.date(limit.rollDown) })}
          </p>
        )}
      </div>
    </fieldset>
  );
}
