/** A first prize or pot in few figures over its amber line; the whole sum is in the title and spoken. */
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import * as potCss from './pot.module.css';

/** A longer figure is smaller: the sum stays on its line in the narrowest panel. */
const fewFigures = 7;

/** @param label what the sum is, where it is not the estimated first prize */
export function Pot({ amount, label }: { amount: number; label?: string }) {
  const { t, format } = useText();
  const { figure, unit, form } = format.pot(amount);
  return (
    <div className={potCss.pot}>
      <span className={potCss.label}>{label ?? t('home.potLabel')}</span>
      <strong className={potCss.sum} title={money(amount)}>
        <span className="visually-hidden">{money(amount)}</span>
        <span aria-hidden="true">
          <span className={figure.length > fewFigures ? potCss.whole : undefined}>{figure}</span>
          <small>{t(`units.pot.${unit}`, { form })}</small>
        </span>
      </strong>
      <span className={potCss.light} aria-hidden="true" />
    </div>
  );
}
