/** How many numbers the system holds; each size with its rows and its price. */
import { Suspense, useState } from 'react';
import { systemRowCount } from '#rules/numbers/system.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { lazyDialog } from '#web/ui/lazy-dialog.ts';
import * as optionsCss from '#web/ui/options.module.css';
import type { BoardParts } from './board-parts.ts';
import * as extrasCss from './extras.module.css';
import * as rowsCss from './rows.module.css';
import { chooseSystem, completeJoker } from './slip.ts';
import { UndoButton } from './undo-parts.tsx';

const SystemTable = lazyDialog(() => import('./system-table.tsx').then(({ SystemTable }) => SystemTable));

export function SystemSizes({ desk, draw, matrix }: BoardParts) {
  const { t } = useText();
  const { slip, update } = desk;
  const [isAsked, setAsked] = useState(false);
  const joker = completeJoker(slip) === undefined ? 0 : draw.amountJoker;
  return (
    <fieldset className={extrasCss.systemSizes}>
      <legend className={extrasCss.legend}>
        <span>{t('system.size')}</span>
      </legend>
      <div className={optionsCss.ruledChoices}>
        {matrix.systemSizes.map((size) => {
          const rows = systemRowCount(draw.rules, size);
          return (
            <label key={size}>
              <input
                type="radio"
                name="system"
                value={size}
                checked={size === slip.system}
                onChange={() => update((old) => chooseSystem(old, size), { what: 'systemSmaller' })}
              />
              <span>
                {t('units.numbers', { count: size })}
                <small>{t('units.rows', { count: rows })}</small>
              </span>
              <span className="money">{money((rows * draw.amountRow + joker) * slip.draws)}</span>
            </label>
          );
        })}
      </div>
      {draw.gameId === 'vikinglotto' && <p className="meta measure">{t('system.sixNumbers')}</p>}
      <div className={rowsCss.foot}>
        <button
          type="button"
          className={`${buttonCss.button} ${buttonCss.plain}`}
          onClick={() => setAsked(true)}
        >
          {t('system.winTable')}
        </button>
        <UndoButton desk={desk} />
      </div>
      {isAsked && (
        <Suspense>
          <SystemTable desk={desk} draw={draw} matrix={matrix} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </fieldset>
  );
}
