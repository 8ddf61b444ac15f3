/** A labelled field: label above, hint, input, error below with icon and "Villa:". */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useText } from '#web/text/text.tsx';
import * as fieldCss from './field.module.css';
import { Icon } from './icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  aside?: ReactNode;
};

export function Field({ label, hint, error, aside, id: given, ...input }: Props) {
  const own = useId();
  const id = given ?? own;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={fieldCss.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={fieldCss.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        className={fieldCss.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {aside}
    </div>
  );
}

/** What is wrong with a field; the field names it by `id` in `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string }) {
  const { t } = useText();
  return (
    <p className={fieldCss.error} id={id}>
      <Icon name="danger" small />
      <span>
        {t('a11y.error')} {children}
      </span>
    </p>
  );
}
