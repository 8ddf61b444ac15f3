/** What was played in a game that has no pages of its own: rows of marks. */
import type { DescribedPlay as Play } from '#contract/described.ts';
import * as marksCss from '#web/shared/games/marks.module.css';
import { Marks } from '#web/shared/games/marks.tsx';
import { useText } from '#web/text/text.tsx';

export function DescribedPlay({ play: { rows, leftOut = 0, rowCount, note } }: { play: Play }) {
  const { t, locale } = useText();
  return (
    <div className={marksCss.play}>
      <p className="soft">
        {t('units.rows', { count: rowCount })}
        {note && ` (${note[locale]})`}
        {leftOut > 0 && `, ${t('proof.firstRows', { count: rows.length })}`}
      </p>
      <ol className={marksCss.rows}>
        {rows.map(({ marks }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity of a row
          <li key={index}>
            <Marks marks={marks} />
          </li>
        ))}
      </ol>
    </div>
  );
}
