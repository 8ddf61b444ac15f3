/** Saved marks under their name. They are no ticket: never on paper. */
import { type PoolId, signs } from '#rules/pools/games.ts';
import { combinationsOf, outcomesIn } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { useText } from '#web/text/text.tsx';
import { type InAccountMarks, slipOf } from './saved-marks.ts';
import { letterOf, type Slip } from './slip.ts';
import * as slipLinesCss from './slip-lines.module.css';
import { GoalPicks, MiniMarks } from './slip-lines.tsx';

type Props = { name: string; gameId: PoolId; slip: Slip; pageGame: PoolId | null };

/** On the page of all that is saved. */
export function AllSavedMarks({ saved, gameId }: { saved: InAccountMarks; gameId: PoolId }) {
  const slip = slipOf(gameId, saved);
  return slip && <SavedMarks name={saved.name} gameId={gameId} slip={slip} pageGame={null} />;
}

/** @param pageGame null on the page of all that is saved; other games are named */
export function SavedMarks({ name, gameId, slip: { rows, system: id, base }, pageGame }: Props) {
  const { t } = useText();
  // `h2` on the page of all saved rows, `h3` below the title of the dialog.
  const Heading = pageGame === null ? 'h2' : 'h3';
  const system = systemOf(id);
  const count = rows.reduce((sum, picks) => sum + (system?.rows ?? combinationsOf(picks)), 0);
  const facts = [
    ...(pageGame === gameId ? [] : [t(`games.${gameId}.name`)]),
    t('savedRows.rows', { count }),
    ...(system ? [t('pools.ticket.system', { name: system.name })] : []),
  ];
  return (
    <div className={slipLinesCss.saved}>
      <div>
        <Heading>{name}</Heading>
        <p className="meta">{facts.join(', ')}</p>
      </div>
      {rows.map((picks, index) => {
        const letter = rows.length > 1 ? letterOf(index) : '';
        if (gameId !== 'xg' && letter !== '') return <OneSign key={letter} letter={letter} picks={picks} />;
        return (
          <div key={letter}>
            {letter !== '' && <p className="meta">{t('play.rowLabel', { row: letter })}</p>}
            {gameId === 'xg' ? (
              <GoalPicks picks={picks} />
            ) : (
              <MiniMarks picks={picks} base={system?.type === 'U' ? base : []} />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** A single row of signs as one line. */
function OneSign({ letter, picks }: { letter: string; picks: Slip['base'] }) {
  return (
    <p className={slipLinesCss.line}>
      <b>{letter}</b>
      {picks.map((mask, match) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity of a match
        <span key={match}>{outcomesIn(mask).map((outcome) => signs[outcome])}</span>
      ))}
    </p>
  );
}
