/**
 * A real table under a ruled heading. On phones up to three columns stay a table, unless text is enlarged;
 * more become a list of names and values for each row, or scroll sideways inside a region that the keyboard
 * reaches. The roles are written out, since browsers forget them where `display` changes.
 */
import { type ReactNode, useId } from 'react';
import * as narrowFoldCss from './narrow-fold.module.css';
import * as tableCss from './table.module.css';

export type Column = {
  /** Where two columns may have one name. */
  key?: string;
  /** The unit stands here, not in the cells. */
  name: string;
  /** Numbers are `end`. */
  align?: 'start' | 'end' | 'center' | undefined;
  /** Left out where there is no room for it. */
  isWide?: boolean;
  /** On a phone, shown when the box of the surrounding `NarrowFold` is ticked. */
  isFolded?: boolean;
};

type Props = {
  caption: ReactNode;
  /** Said to screen readers alone, where a heading above says the same. */
  isCaptionHidden?: boolean;
  columns: readonly Column[];
  /** The first cell of a row names it. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** How more than three columns look on a phone. */
  narrow?: 'list' | 'scroll';
  note?: ReactNode;
};

/** A written role, also where the element has it by itself. */
const as = (role: string) => ({ role });

const looks = { keep: tableCss.keep, list: tableCss.list, scroll: tableCss.scroll };
const aligned = { start: '', end: tableCss.alignRight, center: tableCss.alignCenter };

function classOf({ align = 'start', isWide = false, isFolded = false }: Column): string | undefined {
  const shown = isWide ? tableCss.hideNarrow : isFolded ? narrowFoldCss.part : undefined;
  return [aligned[align], shown].filter(Boolean).join(' ') || undefined;
}

export function Table({ narrow = 'list', note, ...table }: Props) {
  const id = useId();
  const look =
    table.columns.filter(({ isWide, isFolded }) => !isWide && !isFolded).length <= 3 ? 'keep' : narrow;
  return (
    <div className={tableCss.box}>
      {look === 'scroll' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={tableCss.scroller} aria-labelledby={id} tabIndex={0}>
          <Plain {...table} id={id} look={look} />
        </section>
      ) : (
        <Plain {...table} id={id} look={look} />
      )}
      {note !== undefined && <p className="meta">{note}</p>}
    </div>
  );
}

type PlainProps = Omit<Props, 'narrow' | 'note'> & { id: string; look: keyof typeof looks };

function Plain({ caption, isCaptionHidden = false, columns, rows, id, look }: PlainProps) {
  return (
    <table {...as('table')} className={looks[look]} aria-labelledby={id}>
      <caption className={isCaptionHidden ? 'visually-hidden' : undefined} id={id}>
        {caption}
      </caption>
      <Head columns={columns} />
      <tbody {...as('rowgroup')}>
        {rows.map(({ key, cells }) => (
          <tr {...as('row')} key={key}>
            {columns.map((column, place) => {
              const { name, key = name } = column;
              return place === 0 ? (
                <th {...as('rowheader')} scope="row" key={key} className={classOf(column)}>
                  {cells[place]}
                </th>
              ) : (
                <td {...as('cell')} key={key} className={classOf(column)} data-name={name}>
                  {cells[place]}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ columns }: Pick<Props, 'columns'>) {
  return (
    <thead {...as('rowgroup')}>
      <tr {...as('row')}>
        {columns.map((column) => (
          <th {...as('columnheader')} scope="col" key={column.key ?? column.name} className={classOf(column)}>
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
