/** How often one is told of time and money spent (must-hold 43). */
import { type FormEvent, useState } from 'react';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as optionsCss from '#web/ui/options.module.css';
import { Section } from '#web/ui/section.tsx';
import * as accountCss from './account.module.css';

/** 0: never. */
const choices = [0, 30, 60, 120] as const;
type Minutes = (typeof choices)[number];

export function ReminderChoice({ minutes }: { minutes: number }) {
  const { t, error } = useText();
  const { call, isBusy, refused } = useCall('limits.remind');
  const [chosen, setChosen] = useState<Minutes>(choices.find((choice) => choice === minutes) ?? 0);
  const [isSaved, setSaved] = useState(false);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaved(false);
    if (!isBusy) setSaved(await call({ body: { minutes: chosen } }));
  };
  return (
    <Section title={t('myPages.reminder.title')}>
      <form
        className={`${accountCss.form} ${accountCss.wide}`}
        method="dialog"
        onSubmit={(event) => void save(event)}
      >
        <p>{t('myPages.reminder.intro')}</p>
        <Choices chosen={chosen} onChoose={setChosen} />
        {refused !== null && (
          <Notice kind="danger" role="alert">
            {error(refused)}
          </Notice>
        )}
        <p>
          <Button type="submit" busy={isBusy}>
            {t('common.save')}
          </Button>
        </p>
        <p role="status">{isSaved && t('myPages.reminder.saved')}</p>
      </form>
    </Section>
  );
}

function Choices({ chosen, onChoose }: { chosen: Minutes; onChoose: (minutes: Minutes) => void }) {
  const { t } = useText();
  return (
    <fieldset>
      <legend>{t('myPages.reminder.legend')}</legend>
      <div className={`${optionsCss.options} ${optionsCss.options4}`}>
        {choices.map((minutes) => (
          <label key={minutes} className={optionsCss.option}>
            <input
              type="radio"
              name="reminder"
              checked={chosen === minutes}
              onChange={() => onChoose(minutes)}
            />
            <span>
              {minutes === 0 ? t('myPages.reminder.off') : t('myPages.reminder.every', { minutes })}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
