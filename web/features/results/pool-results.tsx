/** Programs of football pools: thirteen signs as a line, winners beside the money, match by match. */
import { useId } from 'react';
import { Link } from 'react-router';
import { outcomesOf } from '#rules/pools/games.ts';
import { time } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import * as prizesCss from '#web/shared/games/prizes.module.css';
import { useScores } from '#web/shared/games/use-scores.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as listsCss from '#web/ui/lists.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { Table } from '#web/ui/table.tsx';
import { type Decided, EvidencePanel } from './evidence-panel.tsx';
import { PoolMatches } from './pool-matches.tsx';
import type { PoolMatch, PoolProgram } from './pool-program.ts';
import * as poolResultsCss from './pool-results.module.css';
import type { HeldProgram } from './pool-results.server.ts';

export function PoolResult({ program, matches, facts, evidence }: HeldProgram) {
  const { status, wins, isOpen, gameId, programId } = program;
  const { now } = useShell();
  const id = useId();
  const isVoid = status === 'cancelled';
  const isRunning = !isVoid && program.account === undefined && now >= program.playDate;
  useScores({ gameId, programId, facts, isOn: isRunning });
  return (
    <>
      <Outcomes id={id} program={program} matches={matches} isRunning={isRunning} />
      {!isVoid && program.account && (
        <div className={poolResultsCss.money}>
          {wins.length === 0 ? <Counting /> : <Winners program={program} />}
          <Account program={program} />
        </div>
      )}
      {isRunning && program.standing && <Estimate standing={program.standing} of={id} />}
      {!isVoid && !isOpen && <PoolMatches gameId={gameId} matches={matches} of={id} />}
      {evidence && <EvidencePanel evidence={evidence} result={decidedOf(program)} of={id} />}
    </>
  );
}

function decidedOf({ account, playDate, wins }: PoolProgram): Decided | null {
  if (!account) return null;
  const winners = wins.map(({ winnerCount }) => ({ winners: winnerCount }));
  return { drawDate: playDate, confirmedAt: account.confirmedAt, wins: winners };
}

type Standing = NonNullable<PoolProgram['standing']>;

type ProgramProps = { program: PoolProgram };

type OutcomesProps = ProgramProps & { id: string; matches: readonly PoolMatch[]; isRunning: boolean };

function Outcomes({ id, program, matches, isRunning }: OutcomesProps) {
  const { t, format } = useText();
  const { playDate, status, account, gameId } = program;
  const hasOutcomes = matches.some(({ outcome }) => outcome !== null);
  const lots = matches.filter(({ sure }) => sure === 'lot').map(({ number }) => number);
  return (
    <section className={poolResultsCss.drawn} aria-labelledby={id}>
      <div className={poolResultsCss.head}>
        <h2 id={id} className="first-capital">
          {format.weekdayDate(playDate)} {playDate.slice(0, 4)}
        </h2>
        {account && (
          <p className={poolResultsCss.confirmed}>
            <Icon name="check" small />
            {t('results.confirmed', {
              date: format.dateYear(account.confirmedAt),
              time: time(account.confirmedAt),
            })}
          </p>
        )}
      </div>
      {status === 'cancelled' && <Notice kind="warn">{t('pools.results.void')}</Notice>}
      {status !== 'cancelled' && !account && (
        <Waiting program={program} matches={matches} isRunning={isRunning} />
      )}
      {status !== 'cancelled' && hasOutcomes && (
        <ol className={poolResultsCss.outcomes}>
          {matches.map((match) => (
            <Outcome key={match.number} gameId={gameId} match={match} />
          ))}
        </ol>
      )}
      {lots.length > 0 && (
        <p className="soft">{t('pools.results.lots', { count: lots.length, matches: lots.join(', ') })}</p>
      )}
      {program.sample && (
        <Notice kind="warn">{t(account?.sample ? 'pools.results.sample' : 'pools.sample')}</Notice>
      )}
      <Actions program={program} />
    </section>
  );
}

function Outcome({ gameId, match }: { gameId: PoolProgram['gameId']; match: PoolMatch }) {
  const { t } = useText();
  const { number, outcome, score, sure } = match;
  const looks = {
    ...{ running: poolResultsCss.running, final: undefined, lot: poolResultsCss.lot },
    awaitsLot: poolResultsCss.none,
  };
  return (
    <li>
      <span className="meta">{number}</span>
      <b className={sure === null ? poolResultsCss.none : looks[sure]}>
        {sure === 'lot' && <span className="visually-hidden">{t('pools.ticket.byLot')} </span>}
        {sure === 'running' && <span className="visually-hidden">{t('pools.ticket.key.running')} </span>}
        {outcome === null ? '–' : outcomesOf(gameId)[outcome]}
      </b>
      <span className="meta">
        {sure === 'lot' ? t('pools.results.lotShort') : score ? `${score.home}–${score.away}` : ''}
      </span>
    </li>
  );
}

type WaitingProps = ProgramProps & { matches: readonly PoolMatch[]; isRunning: boolean };

function Waiting({ program: { isOpen, closeDate, playDate }, matches, isRunning }: WaitingProps) {
  const { t, format } = useText();
  const at = (instant: string) => ({ date: format.onDate(instant), time: time(instant) });
  const done = matches.filter(({ sure }) => sure === 'final' || sure === 'lot').length;
  const running = matches.filter(({ sure }) => sure === 'running').length;
  const counts = { done, running, left: matches.length - done - running };
  const text = isOpen
    ? t('pools.results.onSale', at(closeDate))
    : isRunning
      ? `${t('pools.ticket.progress', counts)} ${t('pools.results.notFinal')}`
      : t('pools.results.closed', at(playDate));
  return (
    <Notice kind="info" icon="clock">
      {text}
    </Notice>
  );
}

function Actions({ program: { gameId, isOpen } }: ProgramProps) {
  const { t, locale } = useText();
  const { state } = useShell();
  const paths = pathsFor(locale);
  return (
    <div className={poolResultsCss.actions}>
      <Link className={buttonClass({ kind: 'primary' })} to={paths.tickets()}>
        {t('results.checkMine')}
      </Link>
      {isOpen && state !== 'locked' && (
        <Link className={buttonClass({})} to={paths.playPools(gameId)}>
          {t('pools.markMatches')}
        </Link>
      )}
    </div>
  );
}

function Counting() {
  const { t } = useText();
  return (
    <Notice kind="info" icon="clock">
      {t('pools.results.counting')}
    </Notice>
  );
}

function Winners({ program: { wins, account, playDate } }: ProgramProps) {
  const { t, format } = useText();
  const isShared = account?.pot === undefined;
  const first = wins[0];
  return (
    <div className={prizesCss.winners}>
      <h2>{t('results.winners')}</h2>
      <Table
        caption={`${t('results.winners')}, ${format.dateYear(playDate)}`}
        isCaptionHidden
        narrow="scroll"
        columns={[
          { name: t('results.tier') },
          { name: t(isShared ? 'pools.results.rowsAll' : 'pools.ticket.rows'), align: 'end' },
          ...(isShared ? [{ name: t('results.winnersLocal'), align: 'end' } as const] : []),
          { name: t('pools.ticket.eachRow'), align: 'end' },
          { name: t('results.amountTotal'), align: 'end', isWide: true },
        ]}
        rows={wins.map(({ correctCount, winnerCount, winnerCountLocal, amountWinner, amountTotal }) => ({
          key: String(correctCount),
          cells: [
            correctCount === 0 ? t('pools.results.unreached') : t('pools.right', { count: correctCount }),
            groupDigits(winnerCount),
            ...(isShared ? [groupDigits(winnerCountLocal)] : []),
            amountWinner === 0 ? '–' : money(amountWinner),
            amountWinner === 0 ? '–' : money(amountTotal),
          ],
        }))}
      />
      <p className="soft">
        {first?.winnerCount === 0 && `${t('pools.results.firstUnwon')} `}
        {t('pools.results.least')}
      </p>
    </div>
  );
}

type EstimateProps = { standing: Standing; of: string };

/** Estimated prizes of the tiers if the scores hold. */
function Estimate({ standing: { rowsAllRight, begun, tiers, countedAt }, of }: EstimateProps) {
  const { t } = useText();
  const title = t('pools.results.ifOver');
  return (
    <Section title={title} of={of}>
      <p className="lead measure">{t('pools.results.allRight', { rows: rowsAllRight, count: begun })}</p>
      <Table
        caption={title}
        isCaptionHidden
        columns={[
          { name: t('results.tier') },
          { name: t('pools.ticket.rows'), align: 'end' },
          { name: t('pools.results.eachRowEstimate'), align: 'end' },
        ]}
        rows={tiers.map(({ correctCount, winnerCount, amountWinner }) => ({
          key: String(correctCount),
          cells: [
            correctCount === 0 ? t('pools.results.unreached') : t('pools.right', { count: correctCount }),
            groupDigits(winnerCount),
            amountWinner === undefined || amountWinner === 0 ? '–' : money(amountWinner),
          ],
        }))}
        note={t('pools.results.ifOverNote', { time: time(countedAt) })}
      />
    </Section>
  );
}

/** The money of the pool, króna by króna, and what was sold. */
function Account({ program: { account, week } }: ProgramProps) {
  const { t } = useText();
  if (!account?.sold) return null;
  const { sold, pot } = account;
  const lines: [string, number][] = pot
    ? [
        [t('pools.results.fund'), pot.fund],
        [t('pools.results.carriedIn', { week }), pot.carriedIn],
        ...(pot.topUp > 0 ? [[t('pools.results.topUp'), pot.topUp] as [string, number]] : []),
        [t('pools.results.paid'), -pot.paid],
        [t('pools.results.toFund'), -pot.toGuaranteeFund],
      ]
    : [];
  return (
    <div className={poolResultsCss.account}>
      <h2>{t(pot ? 'pools.results.pot' : 'pools.results.soldHere')}</h2>
      {pot && (
        <dl className={listsCss.keyValues}>
          {lines.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
          <div className={listsCss.sum}>
            <dt>{t('pools.results.carriedOut')}</dt>
            <dd>{money(pot.carriedOut)}</dd>
          </div>
        </dl>
      )}
      <dl className={`${listsCss.keyValues} ${poolResultsCss.sold}`}>
        <div>
          <dt>{t('results.soldRows')}</dt>
          <dd>{groupDigits(sold.rows)}</dd>
        </div>
        <div>
          <dt>{t('seal.stakes')}</dt>
          <dd>{money(sold.sales)}</dd>
        </div>
      </dl>
    </div>
  );
}
