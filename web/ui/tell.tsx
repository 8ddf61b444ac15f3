import type { End } from '#texts/ends.ts';
import { useText } from '#web/text/text.tsx';
import { LinkedWords } from './linked-words.tsx';
import * as tellCss from './tell.module.css';

/** Every refusal, stop or wait: what happened, what became of the money (said once), what to do now. */
export function Tell({ end }: { end: End }) {
  const { t } = useText();
  return (
    <dl className={tellCss.tell}>
      <div>
        <dt>{t('payment.happened')}</dt>
        <dd>
          <LinkedWords>{end.happened.replace(t('errors.common.notCharged'), '').trim()}</LinkedWords>
        </dd>
      </div>
      <div className={tellCss.money}>
        <dt>{t('payment.theMoney')}</dt>
        <dd>{end.money}</dd>
      </div>
      <div>
        <dt>{t('payment.now')}</dt>
        <dd>
          <LinkedWords>{end.now}</LinkedWords>
        </dd>
      </div>
    </dl>
  );
}
