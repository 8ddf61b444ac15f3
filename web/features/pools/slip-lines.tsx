/** What is on the slip, in short: on the slip itself, in the review and on the receipt. */
import { goals, signs } from '#rules/pools/games.ts';
import { outcomesIn, type Picks } from '#rules/pools/picks.ts';
import { systemOf } from '#rules/pools/systems.ts';
import { money } from '#texts/number.ts';
import { Line } from '#web/shared/purchase/line.tsx';
import { useText } from '#web/text/text.tsx';
import type { PlayProgram } from './program.ts';
import { coversIn, type Quote } from './quote.ts';
import * as slipLinesCss from './slip-lines.module.css';

type Props = { quote: Quote; program: PlayProgram };

/** The marks as they stand, also while some are missing. */
export function MiniMarks({ picks, base = [] }: { picks: Picks; base?: Picks }) {
  const { t } = useText();
  return (
    <ol className={slipLinesCss.mini}>
      {picks.map((mask, match) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity of a match
        <li key={match}>
          <span>{match + 1}</span>
          {signs.map((sign, outcome) => (
            <i key={sign} className={(mask >> outcome) & 1 ? slipLinesCss.on : undefined}>
              <span aria-hidden={((mask >> outcome) & 1) === 0}>{sign}</span>
              {((base[match] ?? 0) >> outcome) & 1 ? (
                <span className={slipLinesCss.base}>
                  <span className="visually-hidden">{t('toto.panelU')}</span>
                </span>
              ) : null}
            </i>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Goals of a row, match by match. */
export function GoalPicks({ picks }: { picks: Picks }) {
  const { t } = useText();
  return (
    <ol className={slipLinesCss.goals}>
      {picks.map((mask, match) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the number is the identity of a match
        <li key={match}>
          <span>{match + 1}</span>
          <b>
            {mask === 0
              ? t('pools.unmarked')
              : outcomesIn(mask)
                  .map((count) => goals[count])
                  .join(' · ')}
          </b>
        </li>
      ))}
    </ol>
  );
}

/** How many rows, of what, at what price: lines of a `dl`. */
export function PriceLines({ quote, program }: Props) {
  const { t } = useText();
  const amount = money(program.amountRow);
  const { rows, rowCount, file } = quote;
  const system = systemOf(quote.system);
  const [first] = rows;
  const covers = first && rows.length === 1 && program.gameId !== 'xg' ? coversIn(first.picks) : null;
  const price = (count: number) => money(count * program.amountRow);
  return (
    <>
      {system && <Line label={t('toto.system')} value={system.name} />}
      {covers !== null && covers.triples > 0 && (
        <Line label={t('pools.triples')} value={String(covers.triples)} />
      )}
      {covers !== null && covers.doubles > 0 && (
        <Line label={t('pools.doubles')} value={String(covers.doubles)} />
      )}
      {file && file.rowCount > 0 && <Line label={t('pools.file')} value={file.name} />}
      {file && file.different < file.rowCount && (
        <Line label={t('pools.differentRows')} value={String(file.different)} />
      )}
      {rows.length > 1
        ? rows.map((row) => (
            <Line
              key={row.letter}
              label={t('pools.rowLine', { row: row.letter, count: row.rowCount, amount })}
              value={price(row.rowCount)}
            />
          ))
        : rowCount > 0 && (
            <Line label={t('pools.rowsAt', { count: rowCount, amount })} value={price(rowCount)} />
          )}
    </>
  );
}

/** What is not bought, and why. */
export function SlipNotes({ quote }: { quote: Quote }) {
  const { t } = useText();
  const { unfinished, rows, file, isTooMany, rowCount, lacks, system } = quote;
  const several = unfinished.length + rows.length > 1;
  return (
    <>
      {file === null && rows.length + unfinished.length === 0 && <p className="meta">{t('pools.empty')}</p>}
      {file?.rowCount === 0 && <p className="meta">{t('pools.waitsForFile')}</p>}
      {unfinished.map(({ letter, unmarked }) => (
        <p key={letter} className="meta">
          {several
            ? t('pools.rowLeftOut', { row: letter, count: unmarked.length })
            : t('toto.marksLeft', { count: unmarked.length })}
        </p>
      ))}
      {isTooMany && <p className="meta">{t('pools.tooMany', { count: rowCount })}</p>}
      {system !== '' && lacks.length > 0 && rows.length > 0 && (
        <p className="meta">{t('pools.systemLacks')}</p>
      )}
    </>
  );
}
