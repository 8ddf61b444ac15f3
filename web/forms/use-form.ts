/** Sending a form: what is wrong with its fields, as we see it or the server does, and with the whole. */
import { type FormEvent, useMemo, useState } from 'react';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { type Text, useText } from '#web/text/text.tsx';

type Parts<F extends string> = {
  /** Names of the fields; the id of each begins with `prefix`. */
  prefix: string;
  fields: readonly F[];
  /** A key below `validation` for each faulty field. Null means no fault. */
  check: (values: Record<F, string>) => Partial<Record<F, string | null>>;
  send: (values: Record<F, string>) => Promise<void>;
  /** What the texts of error codes are looked up by. */
  call: string;
  /** The field at which the text of a code is shown. */
  fieldOf?: Readonly<Record<string, F>>;
};

export type FormFaults<F extends string> = Partial<Record<F, string>>;

export function useForm<F extends string>(parts: Parts<F>) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState<FormFaults<F>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const { prefix } = parts;
  const idOf = (field: F): string => `${prefix}-${field}`;

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const pairs = parts.fields.map((field) => [field, String(data.get(field) ?? '')]);
    const values = Object.fromEntries(pairs) as Record<F, string>;
    const found = said(text, parts.check(values));
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await parts.send(values);
    } catch (error) {
      if (!isApiError(error)) throw error;
      const wrong = faultsOf(text, parts, error);
      setFaults(wrong);
      if (Object.keys(wrong).length === 0) setRefusal(text.error(error, parts.call));
    } finally {
      setBusy(false);
    }
  };

  /** The same list until the next attempt: it takes the focus when it is new. */
  const summary = useMemo(
    () =>
      (Object.entries(faults) as [F, string][]).map(([field, words]) => ({
        fieldId: `${prefix}-${field}`,
        text: words,
      })),
    [faults, prefix],
  );

  return {
    submit,
    isBusy,
    /** What is wrong with the whole, in words. */
    refusal,
    faults,
    field: (name: F) => ({ name, id: idOf(name), error: faults[name] }),
    /** For `ErrorSummary`. */
    summary,
  };
}

function said<F extends string>({ fault }: Text, keys: Partial<Record<F, string | null>>): FormFaults<F> {
  const words = (Object.entries(keys) as [F, string | null][]).flatMap(([field, key]) =>
    key === null ? [] : [[field, fault(key)]],
  );
  return Object.fromEntries(words) as FormFaults<F>;
}

function faultsOf<F extends string>(text: Text, parts: Parts<F>, refused: ApiError): FormFaults<F> {
  const atField = parts.fieldOf?.[refused.code];
  if (atField !== undefined) {
    return { [atField]: text.error(refused.code, parts.call) } as FormFaults<F>;
  }
  const issues = (refused.issues.body ?? []).flatMap(({ path: [name], message }) =>
    parts.fields.some((field) => field === name) ? [[name, message]] : [],
  );
  return said(text, Object.fromEntries(issues) as Partial<Record<F, string>>);
}
