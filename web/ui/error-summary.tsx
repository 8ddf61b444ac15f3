/**
 * What has to be mended in a form, above it, in the words that stand at the fields. Takes the focus when the
 * form was sent, and while it stands the title of the page begins with "Villa:".
 */
import { useEffect, useId, useRef } from 'react';
import { useText } from '#web/text/text.tsx';
import * as errorSummaryCss from './error-summary.module.css';
import * as noticeCss from './notice.module.css';

type Props = {
  /** By the id of the field; a new list is a new attempt. */
  errors: readonly { fieldId: string; text: string }[];
};

export function ErrorSummary({ errors }: Props) {
  const { t } = useText();
  const box = useRef<HTMLElement>(null);
  const id = useId();
  const word = t('a11y.error');

  useEffect(() => {
    if (errors.length === 0) return;
    box.current?.focus();
    const before = document.title;
    document.title = `${word} ${before}`;
    return () => {
      document.title = before;
    };
  }, [errors, word]);

  if (errors.length === 0) return null;
  return (
    <section
      ref={box}
      className={`${noticeCss.notice} ${noticeCss.danger} ${errorSummaryCss.errorSummary}`}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <div>
        <p className={noticeCss.title} id={id}>
          {t('errors.common.fieldSummary', { count: errors.length })}
        </p>
        <ul>
          {errors.map(({ fieldId, text }) => (
            <li key={fieldId}>
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
