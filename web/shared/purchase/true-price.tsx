/** What a slip really costs: what comes back of its price on average, and its chances. */
import type { ReactNode } from 'react';
import { money } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { HundredThreads } from '#web/ui/hundred-threads.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import * as reviewCss from './review.module.css';

type Props = {
  /** By what it stands in. */
  heading: 'h2' | 'h3';
  /** Of a subscription, whose amounts are those of a year. */
  isYear: boolean;
  /** What is paid, and what comes back of it on average. Whole krónur. */
  paid: number;
  back: number;
  /** The chances: `TruePriceLine` each. */
  children: ReactNode;
  note: string | null;
};

export function TruePrice({ heading: Heading, isYear, paid, back, children, note }: Props) {
  const { t } = useText();
  return (
    <section className={reviewCss.truePrice}>
      <Heading>{t(isYear ? 'truePrice.titleYear' : 'truePrice.title')}</Heading>
      <HundredThreads
        tall={Math.round((100 * back) / paid)}
        label={t('truePrice.chart', { amount: money(paid), back: money(back) })}
      />
      <dl className={listsCss.keyValues}>
        {isYear && <TruePriceLine name={t('truePrice.paidYear')} value={money(paid)} />}
        <TruePriceLine name={t('truePrice.back')} value={money(back)} />
        <TruePriceLine name={t('truePrice.cost')} value={money(paid - back)} isStrong />
        {children}
      </dl>
      {note !== null && <p className="meta">{note}</p>}
    </section>
  );
}

type LineProps = { name: string; value: string; isStrong?: boolean };

export function TruePriceLine({ name, value, isStrong = false }: LineProps) {
  return (
    <div className={isStrong ? `${reviewCss.keyValueLine} ${reviewCss.strong}` : reviewCss.keyValueLine}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
