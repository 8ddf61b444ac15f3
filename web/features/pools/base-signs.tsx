/** The base sign of each covered match, as systems with base signs ask for. */
import { signs } from '#rules/pools/games.ts';
import { outcomeCount, outcomesIn } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { useText } from '#web/text/text.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Section } from '#web/ui/section.tsx';
import type { PlayMatch } from './program.ts';
import { activeRow, setBase } from './slip.ts';
import * as systemPickerCss from './system-picker.module.css';
import type { SlipDesk } from './use-pool-slip.ts';

type Props = { desk: SlipDesk; matches: readonly PlayMatch[] };

export function BaseSigns({ desk: { slip, update }, matches }: Props) {
  const { t } = useText();
  const row = activeRow(slip);
  const covered = matches.filter((_, index) => outcomeCount(row[index] ?? 0) > 1);
  if (systemOf(slip.system)?.type !== 'U') return null;
  return (
    <Section title={t('toto.panelU')}>
      <p className="soft">{t('toto.panelUHint')}</p>
      <div className={systemPickerCss.bases}>
        {covered.map(({ number, home, away }) => (
          <fieldset key={number} className={systemPickerCss.base}>
            <legend>
              {number}. {t('toto.versus', { home, away })}
            </legend>
            <div className={optionsCss.choiceLine}>
              {outcomesIn(row[number - 1] ?? 0).map((outcome) => (
                <label key={outcome}>
                  <input
                    type="radio"
                    name={`base-${number}`}
                    checked={slip.base[number - 1] === 1 << outcome}
                    onChange={() => update((old) => setBase(old, number - 1, outcome))}
                  />
                  <span>{signs[outcome]}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Section>
  );
}
