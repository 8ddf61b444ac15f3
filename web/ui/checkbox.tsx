/** A checkbox with an error as given or looked up by key. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import type { TextKey } from '#texts/text-key.ts';
import { useText } from '#web/text/text.tsx';
import * as checkboxCss from './checkbox.module.css';
import * as fieldCss from './field.module.css';
import { FieldError } from './field.tsx';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  error?: string | undefined;
  /** Of a text without arguments; `error` goes before it. */
  errorKey?: TextKey | undefined;
};

export function Checkbox({ label, error, errorKey, id: given, ...input }: Props) {
  const { t } = useText();
  const own = useId();
  const id = given ?? own;
  const said = error ?? (errorKey && t(errorKey));
  return (
    <div className={fieldCss.field}>
      <div className={checkboxCss.checkbox}>
        <input
          {...input}
          type="checkbox"
          id={id}
          aria-invalid={said ? true : undefined}
          aria-describedby={said ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
    </div>
  );
}
