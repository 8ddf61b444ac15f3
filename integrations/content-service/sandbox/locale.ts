/** Which of the locales of a value answers. */
import type { Locale } from './locales.ts';
import type { Value } from './record.ts';

/** The locale of a record, which its fields inherit. */
export type Scope = { locale: Locale; fallbacks: readonly Locale[] };

/** Value of a field in a locale; the fallbacks when it says nothing there. */
export function inLocale(value: Value | undefined, { locale, fallbacks }: Scope): Value | undefined {
  if (value?.kind !== 'localized') return value;
  return [locale, ...fallbacks].map((name) => value.values[name]).find((found) => found && !isBlank(found));
}

const isBlank = (value: Value): boolean =>
  value.kind === 'plain' && (value.value === null || value.value === '');

export function textIn(value: Value | undefined, scope: Scope): string | null {
  const found = inLocale(value, scope);
  return found?.kind === 'plain' && typeof found.value === 'string' && found.value !== ''
    ? found.value
    : null;
}
