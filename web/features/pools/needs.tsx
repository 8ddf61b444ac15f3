/** What the chosen system asks of the marks, and what is lacking. */
import { systemOf } from '#rules/pools/systems.ts';
import { useText } from '#web/text/text.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { needsOf, type Slip } from './slip.ts';
import * as systemPickerCss from './system-picker.module.css';

const names = {
  full: 'pools.triples',
  half: 'pools.doubles',
  single: 'pools.singles',
  base: 'toto.panelU',
} as const;

export function Needs({ slip }: { slip: Slip }) {
  const { t } = useText();
  const system = systemOf(slip.system);
  const [row] = slip.rows;
  if (!system || !row) return null;
  return (
    <dl className={`${listsCss.keyValues} ${systemPickerCss.needs}`}>
      {needsOf(system, slip, row).map(({ what, has, needs }) => (
        <div key={what}>
          <dt>{t(names[what])}</dt>
          <dd>
            <b>{t('pools.hasOf', { has, needs })}</b>
            {has < needs && ` · ${t('pools.missing', { count: needs - has })}`}
            {has > needs && ` · ${t('pools.over', { count: has - needs })}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
