/** A booked week of a club, program by program, and how anybody computes it again. */
import { decimal, money } from '#texts/number.ts';
import { useGameName } from '#web/shared/games/game-name.ts';
import { useText } from '#web/text/text.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Section } from '#web/ui/section.tsx';
import type { ClubData, ClubWeek } from './club-data.server.ts';
import * as clubsCss from './clubs.module.css';

type Props = NonNullable<ClubData['detail']> & { year: number };

export function ClubWeekPart({ week, basisPoints, year }: Props) {
  const { t, format, locale } = useText();
  const nameOf = useGameName();
  const programName = ({ gameId, playDate }: ClubWeek['programs'][number]) => ({
    game: nameOf(gameId),
    date: format.date(playDate),
  });
  // A void program gave nothing, and has no book to compare.
  const sealed = week.programs.filter((program) => !program.void);
  const file = `/api/proxy/club/week/${year}/${week.week}`;
  return (
    <div id="vika" className={clubsCss.week}>
      <Section title={t('clubs.week.title', { week: week.week })}>
        <dl className={clubsCss.ledger}>
          {week.programs.map((program) => (
            <div key={program.programId}>
              <dt>{t('clubs.week.program', programName(program))}</dt>
              <dd>{program.void ? t('clubs.week.void') : money(program.sale)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('clubs.week.sale', { count: week.saleCount })}</dt>
            <dd>
              <b>{money(week.sale)}</b>
            </dd>
          </div>
          <div className={clubsCss.end}>
            <dt>{t('clubs.week.amount', { percent: `${decimal(locale, basisPoints / 100)}%` })}</dt>
            <dd>{money(week.amount)}</dd>
          </div>
        </dl>
        <Disclosure name={t('clubs.week.recompute')}>
          <div className="stack measure">
            <p>{t('clubs.week.how')}</p>
            <ul className={clubsCss.files}>
              <li>
                <a href={file} download={`${year}-${week.week}.json`}>
                  {t('clubs.week.download')}
                </a>
              </li>
              {sealed.map((program) => (
                <li key={program.programId}>
                  <a href={bookOf(program)} download={`${program.programId}.txt.gz`}>
                    {t('clubs.week.book', programName(program))}
                  </a>
                </li>
              ))}
            </ul>
            <pre>
              <code>{commandOf(year, week.week, sealed)}</code>
            </pre>
          </div>
        </Disclosure>
      </Section>
    </div>
  );
}

function bookOf({ gameId, programId }: ClubWeek['programs'][number]): string {
  return `/api/proxy/${gameId === 'xg' ? 'xg' : 'toto'}/book/${programId}`;
}

function commandOf(year: number, week: number, programs: ClubWeek['programs']): string {
  const books = programs.map(({ programId }) => `${programId}.txt.gz`);
  return ['node tools/verify-clubs.mjs', `${year}-${week}.json`, ...books].join(' ');
}
