/** A booked week of a club, program by program, and how anybody computes it again. */
import { decimal, money } from '#texts/number.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Section } from '#web/ui/section.tsx';
import type { ClubData, ClubWeek } from './club-data.server.ts';
import * as clubsCss from './clubs.module.css';

type Props = NonNullable<ClubData['detail']> & { year: number };

export function ClubWeekPart(props: Props) {
  const { t } = useText();
  return (
    <div id="vika" className={clubsCss.week}>
      <Section title={t('clubs.week.title', { week: props.week.week })}>
        <Account {...props} />
        <Recompute {...props} />
      </Section>
    </div>
  );
}

function useProgramName() {
  const { t, format } = useText();
  const nameOf = useGameName();
  return (
    key: 'clubs.week.program' | 'clubs.week.book',
    { gameId, playDate }: ClubWeek['programs'][number],
  ) => t(key, { game: nameOf(gameId), date: format.date(playDate) });
}

/** The sale of each program down to what the club gets. */
function Account({ week, shares }: Props) {
  const { t, locale } = useText();
  const nameOf = useProgramName();
  const clubSale = week.programs.reduce((sum, program) => sum + (program.clubSale ?? 0), 0);
  const percent = (basisPoints: number) => `${decimal(locale, basisPoints / 100)}%`;
  const inPercent = { percent: percent(shares.tickets), ofClubSale: percent(shares.clubSale) };
  return (
    <dl className={clubsCss.ledger}>
      {week.programs.map((program) => (
        <div key={program.programId}>
          <dt>{nameOf('clubs.week.program', program)}</dt>
          <dd>{program.void ? t('clubs.week.void') : money(program.sale)}</dd>
        </div>
      ))}
      <div>
        <dt>{t('clubs.week.sale', { count: week.saleCount })}</dt>
        <dd>
          <b>{money(week.sale)}</b>
        </dd>
      </div>
      {clubSale > 0 && (
        <div>
          <dt>{t('clubs.week.clubSale')}</dt>
          <dd>{money(clubSale)}</dd>
        </div>
      )}
      <div className={clubsCss.end}>
        <dt>{t(clubSale > 0 ? 'clubs.week.amountOfBoth' : 'clubs.week.amount', inPercent)}</dt>
        <dd>{money(week.amount)}</dd>
      </div>
    </dl>
  );
}

function Recompute({ week, year }: Props) {
  const { t } = useText();
  const nameOf = useProgramName();
  // A void program gave nothing, and has no book to compare.
  const sealed = week.programs.filter((program) => !program.void);
  return (
    <Disclosure name={t('clubs.week.recompute')}>
      <div className="stack measure">
        <p>{t('clubs.week.how')}</p>
        <ul className={clubsCss.files}>
          <li>
            <a href={`/api/proxy/club/week/${year}/${week.week}`} download={`${year}-${week.week}.json`}>
              {t('clubs.week.download')}
            </a>
          </li>
          {sealed.map((program) => (
            <li key={program.programId}>
              <a href={bookOf(program)} download={`${program.programId}.txt.gz`}>
                {nameOf('clubs.week.book', program)}
              </a>
            </li>
          ))}
        </ul>
        <pre>
          <code>{commandOf(year, week.week, sealed)}</code>
        </pre>
      </div>
    </Disclosure>
  );
}

function bookOf({ gameId, programId }: ClubWeek['programs'][number]): string {
  return `/api/proxy/${gameId === 'xg' ? 'xg' : 'toto'}/book/${programId}`;
}

function commandOf(year: number, week: number, programs: ClubWeek['programs']): string {
  const books = programs.map(({ programId }) => `${programId}.txt.gz`);
  return ['node tools/verify-clubs.mjs', `${year}-${week}.json`, ...books].join(' ');
}
