/** The form of limits. Each field says while it is typed what saving it would do. */
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type LimitField, type LimitSteps, limitFields, limitGroups } from '#rules/values/limits.ts';
import { groupDigits, money } from '#texts/number.ts';
import { useCall } from '#web/api/use-call.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import * as fieldCss from '#web/ui/field.module.css';
import { Field } from '#web/ui/field.tsx';
import * as noticeCss from '#web/ui/notice.module.css';
import { Notice } from '#web/ui/notice.tsx';
import * as accountCss from './account.module.css';
import {
  type FieldFault,
  parseChange,
  requestedLimits,
  type SentLimits,
  stepsOf,
  type Typed,
} from './limit-change.ts';
import * as limitsCss from './limits.module.css';

type Props = { limits: SentLimits; now: string; done: string | null; setDone: (said: string) => void };
type Faults = Partial<Record<LimitField, FieldFault>>;

function useLimitsForm({ limits, now, setDone }: Omit<Props, 'done'>) {
  const { t } = useText();
  const say = useOutcome(now);
  const { call, isBusy, refused } = useCall('limits.update');
  const { form, typed, read, isSent } = useTyped(limits);
  const [faults, setFaults] = useState<Faults>({});
  const parsed = parseChange(limits, typed);
  const steps = 'change' in parsed ? stepsOf(limits, parsed.change, now) : null;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setDone('');
    setFaults('faults' in parsed ? parsed.faults : {});
    if (!('change' in parsed) || isBusy || steps === null) return;
    if (parsed.change.fields.length === 0) return setDone(t('myPages.limits.noChange'));
    const said = say(steps);
    isSent();
    if (await call({ body: parsed.change })) setDone(said);
  };
  return { form, read, save, isBusy, refused, faults, steps };
}

export function LimitsForm({ limits, now, done, setDone }: Props) {
  const { t, error } = useText();
  const { form, read, save, isBusy, refused, faults, steps } = useLimitsForm({ limits, now, setDone });
  const words = ({ key, max }: FieldFault) => t(key, { max: money(max) });
  return (
    <form
      ref={form}
      className={`${accountCss.form} ${limitsCss.form}`}
      method="dialog"
      noValidate
      onInput={read}
      onSubmit={(event) => void save(event)}
    >
      <p id="breyta" className={fieldCss.hint} tabIndex={-1}>
        {t('myPages.limits.editHint')}
      </p>
      <ErrorSummary
        errors={Object.entries(faults).map(([field, fault]) => ({ fieldId: field, text: words(fault) }))}
      />
      <div className={limitsCss.groups}>
        {limitGroups.map((group) => (
          <div key={group[0]} className={limitsCss.fields}>
            {group.map((field) => (
              <LimitInput
                key={field}
                field={field}
                limits={limits}
                error={faults[field] && words(faults[field])}
                effect={<Effect field={field} limits={limits} steps={steps} now={now} />}
              />
            ))}
          </div>
        ))}
      </div>
      {refused !== null && (
        <Notice kind="danger" role="alert">
          {error(refused)}
        </Notice>
      )}
      <p>
        <Button kind="primary" type="submit" busy={isBusy}>
          {t(isBusy ? 'loading.saving' : 'myPages.limits.save')}
        </Button>
      </p>
      <p role="status">
        {done && <span className={`${noticeCss.notice} ${noticeCss.success}`}>{done}</span>}
      </p>
    </form>
  );
}

type InputProps = { field: LimitField; limits: SentLimits; error: string | undefined; effect: ReactNode };

function LimitInput({ field, limits, error, effect }: InputProps) {
  const { t } = useText();
  return (
    <Field
      id={field}
      name={field}
      label={t(`myPages.limits.${field}`)}
      hint={t('myPages.limits.systemMax', { max: money(limits.system[field]) })}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={shownOf(limits)[field]}
      aside={effect}
    />
  );
}

/**
 * What stands in the fields: as typed, also before the scripts came. When something else is asked for than
 * before, its fields show that, but for those in which the person has gone on typing.
 */
function useTyped(limits: SentLimits) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Typed>(() => shownOf(limits));
  const shown = useRef(typed);
  const sent = useRef(typed);
  const read = useCallback((): void => {
    if (form.current) setTyped(Object.fromEntries(new FormData(form.current)) as Typed);
  }, []);
  useEffect(() => {
    const requested = shownOf(limits);
    for (const field of limitFields) {
      const input = form.current?.elements.namedItem(field) as HTMLInputElement | null;
      if (!input || requested[field] === shown.current[field]) continue;
      if ([shown.current[field], sent.current[field]].includes(input.value)) input.value = requested[field];
    }
    shown.current = requested;
    read();
  }, [limits, read]);
  const isSent = (): void => {
    sent.current = typed;
  };
  return { form, typed, read, isSent };
}

function shownOf(limits: SentLimits): Typed {
  const requested = requestedLimits(limits);
  const shown = limitFields.map((field) => {
    const isOwn = requested[field] < limits.system[field];
    return [field, isOwn ? groupDigits(requested[field]) : ''];
  });
  return Object.fromEntries(shown) as Typed;
}

type EffectProps = { field: LimitField; limits: SentLimits; steps: LimitSteps | null; now: string };

/** What saving would do to this limit; said politely while it is typed. */
function Effect({ field, limits, steps, now }: EffectProps) {
  const { t, format } = useText();
  const step = steps?.[field];
  const date = step && 'effectiveAt' in step ? format.nearDateTime(step.effectiveAt.toISOString(), now) : '';
  return (
    <p className={`meta ${limitsCss.effect}`} aria-live="polite">
      {step &&
        step.act !== 'none' &&
        t(`myPages.limits.effect.${step.act}`, { date, limit: money(limits[field]) })}
    </p>
  );
}

/** What was done, in words: what holds now, what waits, what was given up. */
function useOutcome(now: string): (steps: LimitSteps) => string {
  const { t, format } = useText();
  return (steps) => {
    const all = Object.values(steps);
    const requested = all.flatMap((step) => (step.act === 'request' ? [step.effectiveAt.toISOString()] : []));
    const last = requested.sort().at(-1);
    return [
      all.some(({ act }) => act === 'lower' || act === 'confirm') && t('myPages.limits.savedNow'),
      last && t('myPages.limits.savedPending', { date: format.nearDateTime(last, now) }),
      all.some(({ act }) => act === 'withdraw') && t('myPages.limits.savedWithdrawn'),
    ]
      .filter(Boolean)
      .join(' ');
  };
}
