/** Boxes for the numbers of one row, as part of a form that works without script: `n` and `b`. */
import { type ComponentProps, useId } from 'react';
import { useText } from '#web/text/text.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { FieldError } from '#web/ui/field.tsx';
import * as numberBoxesCss from './number-boxes.module.css';

type Props = {
  numbers: readonly string[];
  bonus: readonly string[];
  bonusName: string;
  max: number;
  bonusMax: number;
  fault: 'missing' | 'range' | 'twice' | null;
};

/** Every box of a row with a fault is marked and refers to its text. */
type Mark = Pick<ComponentProps<'input'>, 'aria-invalid' | 'aria-describedby'>;

export function NumberBoxes({ numbers, bonus, bonusName, max, bonusMax, fault }: Props) {
  const { t } = useText();
  const id = useId();
  const mark: Mark = fault === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-error` };
  const range = bonus.length > 0 ? t('compare.rangeBonus', { max, bonusMax }) : t('compare.range', { max });
  return (
    <fieldset className={numberBoxesCss.numberBoxes}>
      <legend>{t('compare.yours')}</legend>
      <p className={fieldCss.hint}>{range}</p>
      <div>
        {numbers.map((text, place) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a box
            key={place}
            name="n"
            defaultValue={text}
            aria-label={t('compare.numberOf', { place: place + 1, count: numbers.length })}
            {...mark}
          />
        ))}
      </div>
      <div>
        {bonus.map((text, place) => (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a box
            key={`b${place}`}
            name="b"
            className={numberBoxesCss.bonusBox}
            defaultValue={text}
            aria-label={bonus.length > 1 ? `${bonusName} ${place + 1}` : bonusName}
            {...mark}
          />
        ))}
      </div>
      {fault !== null && <FieldError id={`${id}-error`}>{t(`compare.fault.${fault}`)}</FieldError>}
    </fieldset>
  );
}

function Box(input: ComponentProps<'input'>) {
  return <input inputMode="numeric" maxLength={8} autoComplete="off" {...input} />;
}
