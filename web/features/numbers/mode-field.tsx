/** Rows, a system, or either as a subscription; what gives way is said and can be taken back. */
import { useText } from '#web/text/text.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import * as playPageCss from './play-page.module.css';
import { chooseDays, chooseSystem, type Matrix } from './slip.ts';
import type { SlipDesk } from './use-slip.ts';

type Props = { desk: SlipDesk; matrix: Matrix; hasSubscription: boolean };

export function ModeField({ desk: { slip, update }, matrix, hasSubscription }: Props) {
  const { t } = useText();
  const [smallest = 0] = matrix.systemSizes;
  const mode = slip.days !== null ? 'subscription' : slip.system > 0 ? 'system' : 'rows';
  const chooseSize = (size: number): void =>
    update((old) => chooseSystem(chooseDays(old, null), size), {
      what: size > 0 ? 'systemChosen' : 'systemLeft',
    });
  const subscribe = (): void => update((old) => chooseDays(old, matrix.drawDays), { what: 'drawsGiveWay' });
  const option = (value: typeof mode, label: string, choose: () => void) => (
    <label>
      <input type="radio" name="mode" checked={mode === value} onChange={choose} />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className={`${optionsCss.choiceLine} ${playPageCss.mode}`}>
      <legend className="visually-hidden">{t('play.mode')}</legend>
      {option('rows', t('play.modeRows'), () => chooseSize(0))}
      {option('system', t('play.modeSystem'), () => chooseSize(slip.system || smallest))}
      {hasSubscription && option('subscription', t('play.modeSubscription'), subscribe)}
    </fieldset>
  );
}
