/** A labelled field: label above, hint, input, error below with icon and "Villa:". */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { useText } from '#web/text/text.tsx';
import { Icon } from './icon.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
  aside?: ReactNode;
};

export function Field({ label, error, aside, ...input }: Props) {
  const { t } = useText();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <Icon name="info" small />
          {t('a11y.error')} {error}
        </p>
      )}
      {aside}
    </div>
  );
}
