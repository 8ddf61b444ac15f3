/** What chance alone makes of a count: the mean, and between what most counts lie. */
import { useText } from '#web/text/text.tsx';

type Chance = { expected: number; deviation: number };

/** `5,3`: one decimal is enough for what may go up and down by whole numbers. */
export function decimal(locale: 'is' | 'en', value: number): string {
  const [whole = '0', tenth = '0'] = (Math.round(value * 10) / 10).toFixed(1).split('.');
  return tenth === '0' ? whole : `${whole}${locale === 'is' ? ',' : '.'}${tenth}`;
}

/** Numbers that were added to the game later have another mean: then that of the first is said. */
export function ChanceNote({
  chances,
  of = 'number',
}: {
  chances: readonly Chance[];
  of?: 'number' | 'pair' | 'digit';
}) {
  const { t, locale } = useText();
  const [first] = chances;
  if (!first) return null;
  const { expected, deviation } = first;
  const low = Math.max(0, Math.ceil(expected - 2 * deviation));
  const high = Math.floor(expected + 2 * deviation);
  return (
    <p className="measure">{t('statistics.chance', { of, value: decimal(locale, expected), low, high })}</p>
  );
}
