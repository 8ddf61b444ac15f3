/** Match by match what came, beside the chances and what people played. */
import { outcomesOf, type PoolId } from '#rules/pools/games.ts';
import { ShareBar } from '#web/shared/games/share-bar.tsx';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import type { PoolMatch } from './pool-program.ts';
import * as poolResultsCss from './pool-results.module.css';

/** `of`: the id of the program's heading. */
type Props = { gameId: PoolId; matches: readonly PoolMatch[]; of: string };

export function PoolMatches({ gameId, matches, of }: Props) {
  const { t } = useText();
  const hasPeople = matches.some(({ people }) => people !== null);
  const ended = matches.filter(({ sure, people }) => (sure === 'final' || sure === 'lot') && people !== null);
  const popular = ended.filter(({ outcome, people }) => outcome === mostOf(people)).length;
  return (
    <Section title={t(hasPeople ? 'pools.results.matchesAndPeople' : 'pools.results.matches')} of={of}>
      {ended.length > 0 && (
        <p className={`lead measure ${poolResultsCss.lead}`}>
          {t('pools.results.popular', { popular, count: ended.length })} {t('pools.results.bars')}
        </p>
      )}
      <table className={poolResultsCss.matches}>
        <caption className="visually-hidden">{t('pools.results.matches')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('pools.number')}</th>
            <th scope="col">{t('pools.match')}</th>
            <th scope="col">{t('nav.results')}</th>
            <th scope="col">{t('pools.outcome')}</th>
            <th scope="col">{t('pools.chances')}</th>
            {hasPeople && <th scope="col">{t('toto.peopleChoice')}</th>}
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <MatchRow key={match.number} gameId={gameId} match={match} hasPeople={hasPeople} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type RowProps = { gameId: PoolId; match: PoolMatch; hasPeople: boolean };

function MatchRow({ gameId, match, hasPeople }: RowProps) {
  const { t } = useText();
  const { number, home, away, score, outcome, sure, status, chances, people } = match;
  const looks = {
    running: poolResultsCss.smallRunning,
    final: poolResultsCss.small,
    lot: poolResultsCss.smallLot,
    awaitsLot: undefined,
  };
  return (
    <tr>
      <td className={poolResultsCss.number}>{number}</td>
      <td className={poolResultsCss.teams}>
        <b>{home}</b> <span className="soft">–</span> <b>{away}</b>
      </td>
      <td className={poolResultsCss.score}>
        {score ? (
          <b>
            {score.home}–{score.away}
          </b>
        ) : (
          <span className="soft">
            {sure === 'lot' ? t('pools.results.lotShort') : t(`status.match.${status}`)}
          </span>
        )}
      </td>
      <td>{outcome !== null && <span className={looks[sure]}>{outcomesOf(gameId)[outcome]}</span>}</td>
      <td className={poolResultsCss.chances}>
        <Shares gameId={gameId} values={chances} outcome={outcome} />
      </td>
      {hasPeople && (
        <td className={poolResultsCss.people}>
          {people && <Shares gameId={gameId} values={people} outcome={outcome} />}
        </td>
      )}
    </tr>
  );
}

/** Widths are shares; what came is darker, and said in bold. */
function Shares({
  gameId,
  values,
  outcome,
}: {
  gameId: PoolId;
  values: readonly number[];
  outcome: number | null;
}) {
  const names = outcomesOf(gameId);
  return (
    <span className={poolResultsCss.shares}>
      <ShareBar values={values} marked={outcome} />
      <span>
        {values.map((value, place) => (
          <span key={names[place]} className={place === outcome ? poolResultsCss.cameText : undefined}>
            <span className="visually-hidden">{names[place]}: </span>
            {value}
            {place === outcome && '%'}{' '}
          </span>
        ))}
      </span>
    </span>
  );
}

function mostOf(people: readonly number[] | null): number | null {
  return people === null ? null : people.indexOf(Math.max(...people));
}
