/** Rows or a system: what one takes the place of the other, which is said and can be taken back. */
import { useText } from '#web/text/text.tsx';
import { chooseSystem, type Matrix } from './slip.ts';
import type { SlipDesk } from './use-slip.ts';

export function ModeField({ desk: { slip, update }, matrix }: { desk: SlipDesk; matrix: Matrix }) {
  const { t } = useText();
  const [smallest = 0] = matrix.systemSizes;
  const choose = (size: number): void =>
    update((old) => chooseSystem(old, size), { what: size > 0 ? 'systemChosen' : 'systemLeft' });
  const isSystem = slip.system > 0;
  return (
    <fieldset className="choice-line mode">
      <legend className="visually-hidden">{t('play.mode')}</legend>
      <label>
        <input type="radio" name="mode" checked={!isSystem} onChange={() => choose(0)} />
        <span>{t('play.modeRows')}</span>
      </label>
      <label>
        <input type="radio" name="mode" checked={isSystem} onChange={() => choose(smallest)} />
        <span>{t('play.modeSystem')}</span>
      </label>
    </fieldset>
  );
}
