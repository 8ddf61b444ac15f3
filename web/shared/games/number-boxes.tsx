/** Boxes for the numbers of one row, as part of a form that works without script: `n` and `b`. */
import { useId } from 'react';
import { useText } from '#web/text/text.tsx';
import { FieldError } from '#web/ui/field.tsx';

type Props = {
  numbers: readonly string[];
  bonus: readonly string[];
  bonusName: string;
  max: number;
  bonusMax: number;
  fault: 'missing' | 'range' | 'twice' | null;
};

export function NumberBoxes({ numbers, bonus, bonusName, max, bonusMax, fault }: Props) {
  const { t } = useText();
  const id = useId();
  const describedBy = fault === null ? undefined : `${id}-error`;
  const range = bonus.length > 0 ? t('compare.rangeBonus', { max, bonusMax }) : t('compare.range', { max });
  return (
    <fieldset className="number-boxes">
      <legend>{t('compare.yours')}</legend>
      <p className="hint">{range}</p>
      <div>
        {numbers.map((text, place) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a box
            key={place}
            name="n"
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            defaultValue={text}
            aria-label={t('compare.numberOf', { place: place + 1, count: numbers.length })}
            aria-invalid={fault === null ? undefined : true}
            aria-describedby={describedBy}
          />
        ))}
      </div>
      <div>
        {bonus.map((text, place) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a box
            key={`b${place}`}
            name="b"
            className="bonus-box"
            inputMode="numeric"
            maxLength={8}
            autoComplete="off"
            defaultValue={text}
            aria-label={bonus.length > 1 ? `${bonusName} ${place + 1}` : bonusName}
            aria-invalid={fault === null ? undefined : true}
            aria-describedby={describedBy}
          />
        ))}
      </div>
      {fault !== null && <FieldError id={`${id}-error`}>{t(`compare.fault.${fault}`)}</FieldError>}
    </fieldset>
  );
}
