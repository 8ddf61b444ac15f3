/** What chance alone makes of a count: the mean, and between what most counts lie. */
import { decimal } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';

type Chance = { expected: number; deviation: number };

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
  // One decimal is enough for what may go up and down by whole numbers.
  const value = decimal(locale, Math.round(10 * expected) / 10);
  return <p className="measure">{t('statistics.chance', { of, value, low, high })}</p>;
}
