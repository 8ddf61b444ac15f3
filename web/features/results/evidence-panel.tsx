/** The seal of a draw: when it was shut, what it holds, its root, and the two engines that settled it. */

import { time, timeWithSeconds } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { isPool } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { groupedHash, Knit } from '#web/ui/knit.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { foldedPart, NarrowFold } from '#web/ui/narrow-fold.tsx';
import { Section } from '#web/ui/section.tsx';
import * as resultsCss from './results.module.css';
import type { Evidence } from './results-types.ts';

type Wins = readonly { readonly winners: number }[];

/** What the seal stands beside, in every game. */
export type Decided = { drawDate: string; confirmedAt?: string | undefined } & (
  | { wins: Wins }
  | { lottoWins: Wins }
);

/** `of`: the id of the program's heading, where others stand on the page. */
type Props = { evidence: Evidence; result: Decided | null; of?: string };

export function EvidencePanel({ evidence, result, of }: Props) {
  const { t } = useText();
  const { gameId, draw, settlement, coupons, rows, stakes } = evidence;
  const inProgram = isPool(gameId);
  const source = `/api/proxy/lotto/evidence/${gameId}/${draw}`;
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
    <Section title={t(inProgram ? 'pools.results.seal' : 'results.proof')} aside={aside} of={of}>
      <NarrowFold label={t('results.showSeal')}>
        <div className={`${resultsCss.evidence} ${foldedPart}`} data-game={gameId}>
          <div>
            <p className="lead measure">{t(inProgram ? 'pools.results.sealLead' : 'seal.lead')}</p>
            <Timeline evidence={evidence} result={result} />
            <dl className={listsCss.facts}>
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div className={resultsCss.evidenceRoots}>
            <Root evidence={evidence} />
            {settlement && result && <Engines settlement={settlement} result={result} />}
          </div>
        </div>
      </NarrowFold>
    </Section>
  );
}

function Timeline({ evidence, result }: Props) {
  const { t, format } = useText();
  const steps = stepsOf(evidence, result);
  const isOneDay = new Set(steps.map(({ at }) => at.slice(0, 10))).size === 1;
  return (
    <ol className={resultsCss.timeline}>
      {steps.map(({ at, shown, what }) => (
        <li key={what}>
          <b>{shown}</b>
          <span>
            {t(what)}
            {!isOneDay && <span className="soft"> {format.date(at)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The Merkle root of the sealed draw, as a pattern and in digits. */
function Root({ evidence: { merkleRoot, sealedAt, algorithm } }: Pick<Props, 'evidence'>) {
  const { t } = useText();
  return (
    <div className={resultsCss.rootRow}>
      <Knit hash={merkleRoot} label={t('seal.rootPattern')} size={132} />
      <div>
        <h3>{t('seal.root')}</h3>
        <p className="meta">
          {t('seal.rootMade', { algorithm: shortName(algorithm), time: timeWithSeconds(sealedAt) })}
        </p>
        <code className={resultsCss.hash}>{groupedHash(merkleRoot)}</code>
      </div>
    </div>
  );
}

/** What happened to the draw, in order. */
function stepsOf({ gameId, sealedAt, settlement }: Evidence, result: Props['result']) {
  const drawn = isPool(gameId) ? 'pools.results.firstMatch' : 'seal.drawn';
  const known = [
    { at: sealedAt, shown: timeWithSeconds(sealedAt), what: 'seal.closed' },
    { at: result?.drawDate, shown: time(result?.drawDate ?? ''), what: drawn },
    { at: result?.confirmedAt, shown: time(result?.confirmedAt ?? ''), what: confirmedBy(result) },
    { at: settlement?.settledAt, shown: time(settlement?.settledAt ?? ''), what: 'seal.settled' },
  ] as const;
  return known
    .flatMap(({ at, ...step }) => (at === undefined ? [] : [{ at, ...step }]))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Of a game of numbers, or of any other. */
function confirmedBy(result: Props['result']) {
  return result && 'wins' in result ? 'seal.resultConfirmed' : 'seal.confirmed';
}

function shortName(algorithm: string): string {
  return algorithm.length > 24 ? 'SHA-256' : algorithm;
}

type EnginesProps = {
  settlement: NonNullable<Evidence['settlement']>;
  result: NonNullable<Props['result']>;
};

function Engines({ settlement, result }: EnginesProps) {
  const { t } = useText();
  const wins = 'wins' in result ? result.wins : result.lottoWins;
  const prizes = wins.reduce((sum, { winners }) => sum + winners, 0);
  return (
    <div className={resultsCss.engines}>
      <figure>
        <Knit hash={settlement.engineA} label={t('seal.patternA')} />
        <figcaption>
          <b>{t('seal.engineA')}</b>
          <span>{t('seal.engineASource')}</span>
        </figcaption>
      </figure>
      <span className={resultsCss.enginesEqual} aria-hidden="true" />
      <figure>
        <Knit hash={settlement.engineB} label={t('seal.patternB')} />
        <figcaption>
          <b>{t('seal.engineB')}</b>
          <span>{t('seal.engineBSource')}</span>
        </figcaption>
      </figure>
      {settlement.equal && (
        <p className={resultsCss.agree}>
          <Icon name="seal" />
          <span>
            <b>{t('seal.agree')}</b> {t('seal.agreeCount', { prizes })}
          </span>
        </p>
      )}
    </div>
  );
}
