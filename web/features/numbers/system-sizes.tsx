/** How many numbers the system holds; each size with its rows and its price. */
import { Suspense, useState } from 'react';
import { systemRowCount } from '#rules/numbers/system.ts';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import type { BoardParts } from './board-parts.ts';
import { chooseSystem, completeJoker } from './slip.ts';
import { lazyDialog } from './slip-sources.tsx';
import { UndoButton } from './undo-parts.tsx';

const SystemTable = lazyDialog(() => import('./system-table.tsx').then(({ SystemTable }) => SystemTable));

export function SystemSizes({ desk, draw, matrix }: BoardParts) {
  const { t } = useText();
  const { slip, update } = desk;
  const [isAsked, setAsked] = useState(false);
  const joker = completeJoker(slip) === undefined ? 0 : draw.amountJoker;
  return (
    <fieldset className="system-sizes">
      <legend className="extra-legend">
        <span>{t('system.size')}</span>
      </legend>
      <div className="ruled-choices">
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
      <div className="rows-foot">
        <button type="button" className="button button-plain" onClick={() => setAsked(true)}>
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
