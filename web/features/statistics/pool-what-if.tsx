/** What rows would have won in past programs of a pool: paid and won in the same size. */
import { Form, Link } from 'react-router';
import type { Translate } from '#texts/format.ts';
import { groupDigits, money } from '#texts/number.ts';
import { type PoolPage, pathsFor } from '#web/page/paths.ts';
import { PastSums } from '#web/shared/games/past-sums.tsx';
import { NotTicket } from '#web/shared/tickets/not-ticket.tsx';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FilterLinks } from '#web/ui/filter-links.tsx';
import { Table } from '#web/ui/table.tsx';
import { useAsked } from '#web/ui/use-asked.ts';
import { pastChoices } from './past-choices.ts';
import type { Past } from './pool-statistics.server.ts';
import * as statisticsCss from './statistics.module.css';

type Props = { gameId: PoolPage; ar: string; past: Past };
type Found = NonNullable<Past['whatIf']>;

export function PoolWhatIf({ gameId, ar, past }: Props) {
  const { t, locale } = useText();
  const { choice, whatIf } = past;
  const links = pastChoices.map((name) => ({
    name,
    label: t(`pools.whatIf.choice.${name}`),
    to: pathsFor(locale).statistics(gameId, {
      ...{ tab: 'hvad-ef', ...(ar !== '' && { ar }), ...(name !== pastChoices[0] && { rod: name }) },
    }),
  }));
  return (
    <section className="stack" aria-labelledby="what-if-heading">
      {/* The chosen tab shows the same words. */}
      <h2 id="what-if-heading" className="visually-hidden">
        {t('whatIf.title')}
      </h2>
      <p className="measure">{t('pools.whatIf.lead')}</p>
      <FilterLinks label={t('whatIf.played')} links={links} chosen={choice} />
      {choice === 'eigin' && <OwnRows gameId={gameId} ar={ar} past={past} />}
      <div role="status" className="stack">
        {whatIf && <Answer gameId={gameId} whatIf={whatIf} />}
      </div>
    </section>
  );
}

/** Works without script. */
function OwnRows({ gameId, ar, past: { rows, whatIf } }: Props) {
  const { t, locale } = useText();
  const form = useAsked(`${gameId} ${rows}`);
  const isWrong = rows !== '' && whatIf === null;
  return (
    <Form
      className={statisticsCss.ownRows}
      method="get"
      action={pathsFor(locale).statistics(gameId)}
      preventScrollReset
      ref={form}
    >
      <input type="hidden" name="tab" value="hvad-ef" />
      {ar !== '' && <input type="hidden" name="ar" value={ar} />}
      <Field
        label={t('pools.whatIf.rows')}
        hint={t(gameId === 'xg' ? 'pools.whatIf.hintGoals' : 'pools.whatIf.hintSigns')}
        error={isWrong ? t('pools.whatIf.wrong') : undefined}
        name="rows"
        defaultValue={rows}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit">{t('whatIf.ask')}</Button>
    </Form>
  );
}

function Answer({ gameId, whatIf }: { gameId: PoolPage; whatIf: Found }) {
  const { t, format } = useText();
  const { programs, leftOut, from, to, summed, steps } = whatIf;
  const amounts = { paid: money(summed.paid), won: money(summed.won) };
  return (
    <NotTicket gameId={gameId} answer={answerOf(t, whatIf)}>
      {programs > 0 && from && to && (
        <p className="lead measure">
          {t('pools.whatIf.over', { programs, from: format.dateYear(from), to: format.dateYear(to) })}
          {leftOut > 0 && ` ${t('pools.whatIf.leftOut', { count: leftOut })}`}
        </p>
      )}
      {programs > 0 && (
        <>
          <PastSums {...summed} steps={steps} spoken={t('pools.whatIf.spoken', { ...amounts, programs })} />
          <Wins gameId={gameId} whatIf={whatIf} />
          <Best whatIf={whatIf} />
        </>
      )}
      <p className="soft measure">{t('pools.whatIf.honest')}</p>
    </NotTicket>
  );
}

function answerOf(t: Translate, { by, programs, summed: { paid, won } }: Found): string {
  if (programs === 0) return t('pools.whatIf.noPrograms');
  return t(`pools.whatIf.answer.${by}`, { paid: money(paid), won: money(won) });
}

function Wins({ gameId, whatIf: { wins, winCount } }: { gameId: PoolPage; whatIf: Found }) {
  const { t, format, locale } = useText();
  if (winCount === 0) return <p>{t('pools.whatIf.noWins')}</p>;
  return (
    <Table
      caption={t('pools.whatIf.wins', { count: winCount })}
      columns={[
        { name: t('pools.statistics.played') },
        { name: t('results.tier') },
        { name: t('pools.ticket.rows'), align: 'end' },
        { name: t('whatIf.prize'), align: 'end' },
      ]}
      rows={wins.map(({ programId, week, year, playDate, correctCount, rows, amount }) => ({
        key: `${programId} ${correctCount}`,
        cells: [
          <Link key="week" to={pathsFor(locale).results(gameId, { week, year })}>
            {format.dateYear(playDate)}
          </Link>,
          t('pools.right', { count: correctCount }),
          groupDigits(rows),
          amount === undefined ? t('whatIf.amountUnknown') : money(amount),
        ],
      }))}
      note={[
        ...(wins.length < winCount ? [t('whatIf.newestOnly', { count: wins.length })] : []),
        ...(wins.some(({ amount }) => amount === undefined) ? [t('pools.whatIf.unknown')] : []),
      ].join(' ')}
    />
  );
}

function Best({ whatIf: { best } }: { whatIf: Found }) {
  const { t } = useText();
  return (
    <Table
      caption={t('pools.whatIf.best')}
      columns={[{ name: t('pools.whatIf.right') }, { name: t('pools.statistics.rounds'), align: 'end' }]}
      rows={best.map(({ right, programs }) => ({
        key: String(right),
        cells: [t('pools.right', { count: right }), groupDigits(programs)],
      }))}
    />
  );
}
