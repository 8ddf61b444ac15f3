/** Rows as they are bought: in the review and on the receipt. */
import { systemOf } from '#rules/pools/systems.ts';
import { useText } from '#web/text/text.tsx';
import type { PlayProgram } from './program.ts';
import type { Quote } from './quote.ts';
import { GoalPicks, MiniMarks } from './slip-lines.tsx';

export function BoughtMarks({ quote, program }: { quote: Quote; program: PlayProgram }) {
  const { t } = useText();
  const { rows, file, base, system } = quote;
  if (file)
    return (
      <p>
        {t('pools.fromFile', { count: file.rowCount })}: <b>{file.name}</b>
      </p>
    );
  return rows.map(({ letter, picks }) => (
    <div key={letter}>
      {rows.length > 1 && <h4>{t('play.rowLabel', { row: letter })}</h4>}
      {program.gameId === 'xg' ? (
        <GoalPicks picks={picks} />
      ) : (
        <MiniMarks picks={picks} base={systemOf(system)?.type === 'U' ? base : []} />
      )}
    </div>
  ));
}
