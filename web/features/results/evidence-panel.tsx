/** The seal of a draw: when it was shut, what it holds, its root, and the two engines that settled it. */

import { time, timeWithSeconds } from '#web/text/format.ts';
import { groupDigits, money } from '#web/text/number.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { groupedHash, Knit } from '#web/ui/knit.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Evidence, Result } from './results-data.server.ts';

type Props = { evidence: Evidence; result: Pick<Result, 'drawDate' | 'confirmedAt' | 'lottoWins'> | null };

export function EvidencePanel({ evidence, result }: Props) {
  const { t } = useText();
  const { gameId, draw, settlement, coupons, rows, stakes, merkleRoot, sealedAt, algorithm } = evidence;
  const source = `/api/proxy/lotto/evidence/${gameId}/${draw}`;
  const steps = [
    { at: sealedAt, shown: timeWithSeconds(sealedAt), what: t('seal.closed') },
    { at: result?.drawDate, shown: time(result?.drawDate ?? ''), what: t('seal.drawn') },
    { at: result?.confirmedAt, shown: time(result?.confirmedAt ?? ''), what: t('seal.confirmed') },
    { at: settlement?.settledAt, shown: time(settlement?.settledAt ?? ''), what: t('seal.settled') },
  ]
    .filter((step) => step.at !== undefined)
    .sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1));
  const facts: [string, string][] = [
    [t('seal.coupons'), groupDigits(coupons)],
    [t('results.soldRows'), groupDigits(rows)],
    [t('seal.stakes'), money(stakes)],
  ];
  const aside = (
    <a href={source} download={`${gameId}-${draw}.json`}>
      {t('seal.download')}
    </a>
  );
  return (
    <Section title={t('results.proof')} aside={aside}>
      <div className="evid" data-game={gameId}>
        <div>
          <p className="lead measure">{t('seal.lead')}</p>
          <ol className="timeline">
            {steps.map(({ shown, what }) => (
              <li key={what}>
                <b>{shown}</b>
                <span>{what}</span>
              </li>
            ))}
          </ol>
          <dl className="facts">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="evr">
          <div className="rootrow">
            <Knit hash={merkleRoot} label={t('seal.rootPattern')} size={132} />
            <div>
              <h3>{t('seal.root')}</h3>
              <p className="meta">
                {t('seal.rootMade', { algorithm: shortName(algorithm), time: timeWithSeconds(sealedAt) })}
              </p>
              <code className="hash">{groupedHash(merkleRoot)}</code>
            </div>
          </div>
          {settlement && <Engines settlement={settlement} result={result} />}
        </div>
      </div>
    </Section>
  );
}

function shortName(algorithm: string): string {
  return algorithm.length > 24 ? 'SHA-256' : algorithm;
}

type EnginesProps = { settlement: NonNullable<Evidence['settlement']>; result: Props['result'] };

function Engines({ settlement, result }: EnginesProps) {
  const { t } = useText();
  const prizes = result?.lottoWins.reduce((sum, { winners }) => sum + winners, 0) ?? 0;
  return (
    <div className="eng">
      <figure>
        <Knit hash={settlement.engineA} label={t('seal.patternA')} />
        <figcaption>
          <b>{t('seal.engineA')}</b>
          <span>{t('seal.engineASource')}</span>
        </figcaption>
      </figure>
      <span className="eq" aria-hidden="true" />
      <figure>
        <Knit hash={settlement.engineB} label={t('seal.patternB')} />
        <figcaption>
          <b>{t('seal.engineB')}</b>
          <span>{t('seal.engineBSource')}</span>
        </figcaption>
      </figure>
      {settlement.equal && (
        <p className="agree">
          <Icon name="seal" />
          <span>
            <b>{t('seal.agree')}</b> {t('seal.agreeCount', { prizes })}
          </span>
        </p>
      )}
    </div>
  );
}
