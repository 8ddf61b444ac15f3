/**
 * Asks for a limit before the first deposit: an amount of one's own choosing, and not to set one is as easy
 * (must-hold 31, 32).
 */
import { readMoney } from '#texts/number.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { pagePlayer } from '#web/api/page-player.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useText } from '#web/text/text.tsx';
import { tabStore } from '#web/ui/browser-store.ts';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Field } from '#web/ui/field.tsx';
import { FormProblems } from '#web/ui/form-problems.tsx';
import { useStepFrame } from './step-frame.ts';

/** The question is asked once per visit, also across a reload. */
let isAsked = false;
const askedKey = 'hending.limit-asked';

export function wasLimitAsked(): boolean {
  const player = pagePlayer();
  return isAsked || (player !== null && tabStore.read(askedKey) === player);
}

function noteAsked(): void {
  isAsked = true;
  tabStore.write(askedKey, pagePlayer() ?? '');
}

const useLimitForm = (done: () => void) =>
  useForm({
    prefix: 'limit-prompt',
    fields: ['depositLimitMonth'],
    call: 'limits',
    check: ({ depositLimitMonth }) =>
      readMoney(depositLimitMonth) === null ? { depositLimitMonth: 'amountWholeOnly' } : {},
    send: async ({ depositLimitMonth }) => {
      await setMonth(readMoney(depositLimitMonth) ?? 0);
      done();
    },
  });

/** @param isNew the account was opened a moment ago */
export function LimitStep({ isNew = false, onDone }: { isNew?: boolean; onDone: () => void }) {
  const { t } = useText();
  const done = (): void => {
    noteAsked();
    onDone();
  };
  const { submit, isBusy, refusal, summary, field } = useLimitForm(done);
  useStepFrame(t(isNew ? 'auth.signUp.doneTitle' : 'deposit.title'), isBusy);
  return (
    <div className={dialogCss.body}>
      <h3>{t('limitPrompt.title')}</h3>
      <p>{t('limitPrompt.text')}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <FormProblems summary={summary} refusal={refusal} />
        <Field
          {...field('depositLimitMonth')}
          label={t('limitPrompt.depositMonth')}
          hint={t('limitPrompt.hint')}
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" block busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'limitPrompt.save')}
        </Button>
        <Button block onClick={done}>
          {t('limitPrompt.skip')}
        </Button>
      </form>
    </div>
  );
}

/** The shorter periods follow where they would be above it. */
async function setMonth(depositLimitMonth: number): Promise<void> {
  const player = pagePlayer();
  const options = player === null ? {} : { playerId: player };
  const { depositLimitDay, depositLimitWeek, stakeLimitDay } = await browserApi('limits.read', {}, options);
  const body = {
    depositLimitDay: Math.min(depositLimitDay, depositLimitMonth),
    depositLimitWeek: Math.min(depositLimitWeek, depositLimitMonth),
    depositLimitMonth,
    stakeLimitDay,
  };
  await browserApi('limits.update', { body }, options);
}
