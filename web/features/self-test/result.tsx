/** What the score says, and one next step. */
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type Band, bandOf, bands, rangeOf, scoreMax } from './score.ts';
import * as selfTestCss from './self-test.module.css';

export function Result({ score, onAgain }: { score: number; onAgain: () => void }) {
  const { t } = useText();
  const band = bandOf(score);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className={`measure stack ${selfTestCss.result}`} aria-labelledby="self-test-result">
      <h2 id="self-test-result" ref={heading} tabIndex={-1}>
        {t('selfTest.result')}
      </h2>
      <p className={selfTestCss.score}>
        <span className="soft">{t('selfTest.points', { max: scoreMax })}</span>
        <strong>{score}</strong>
      </p>
      <ol className={selfTestCss.bands}>
        {bands.map(({ name }) => (
          <li key={name} aria-current={name === band ? 'true' : undefined}>
            <b>{rangeOf(name)}</b>
            <span>{t(`selfTest.bands.${name}`)}</span>
          </li>
        ))}
      </ol>
      <p className="lead">{t(`selfTest.says.${band}`)}</p>
      <p>{t('selfTest.noDiagnosis')}</p>
      <NextStep band={band} />
      <p>
        <Button kind="plain" onClick={onAgain}>
          {t('selfTest.again')}
        </Button>
      </p>
    </section>
  );
}

/** One step, which grows with the score; the helpline stands beside every step but its own. */
function NextStep({ band }: { band: Band }) {
  const { t, locale } = useText();
  const { limits } = pathsFor(locale);
  const to = { none: limits(), low: limits(), moderate: limits('breyta'), problem: 'tel:1717' }[band];
  return (
    <div className={selfTestCss.next}>
      <h3>{t('selfTest.nextStep')}</h3>
      <p>{t(`selfTest.next.${band}`)}</p>
      <p className="actions">
        <Link className={buttonClass({ kind: band === 'none' ? 'secondary' : 'primary' })} to={to}>
          {t(`selfTest.act.${band}`)}
        </Link>
      </p>
      {band !== 'problem' && (
        <p>
          <a href="tel:1717">{t('selfTest.helpLine')}</a>
        </p>
      )}
    </div>
  );
}
