/** A prize, none, or not known yet: the same size and paper for each. */
import { useText } from '#web/text/text.tsx';

export function Verdict({ verdict }: { verdict: 'win' | 'none' | 'unknown' }) {
  const { t } = useText();
  return (
    <div className="slip verdict">
      <div className="slip-paper">
        <div className="slip-inside">
          <h2>{t(`check.verdict.${verdict}`)}</h2>
          {verdict === 'win' && <span className="light" aria-hidden="true" />}
          <p>{t(`check.meaning.${verdict}`)}</p>
        </div>
      </div>
    </div>
  );
}
