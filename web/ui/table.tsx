/**
 * A real table under a ruled heading. On phones up to three columns stay a table, unless text is enlarged;
 * more become a list of names and values for each row, or scroll sideways inside a region that the keyboard
 * reaches. The roles are written out, since browsers forget them where `display` changes.
 */
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
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
  /** Sorts by the column; the name of the link is the column's. */
  sort?: { to: string; by?: 'ascending' | 'descending' | undefined };
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
  /** Sums below the rows. */
  foot?: readonly ReactNode[];
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

function Plain({ caption, isCaptionHidden = false, columns, rows, foot, id, look }: PlainProps) {
  return (
    <table {...as('table')} className={looks[look]} aria-labelledby={id}>
      <caption className={isCaptionHidden ? 'visually-hidden' : undefined} id={id}>
        {caption}
      </caption>
      <Head columns={columns} />
      <tbody {...as('rowgroup')}>
        {rows.map(({ key, cells }) => (
          <Row key={key} columns={columns} cells={cells} />
        ))}
      </tbody>
      {foot && (
        <tfoot {...as('rowgroup')}>
          <Row columns={columns} cells={foot} />
        </tfoot>
      )}
    </table>
  );
}

function Row({ columns, cells }: Pick<Props, 'columns'> & { cells: readonly ReactNode[] }) {
  return (
    <tr {...as('row')}>
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
  );
}

function Head({ columns }: Pick<Props, 'columns'>) {
  return (
    <thead {...as('rowgroup')}>
      <tr {...as('row')}>
        {columns.map((column) => {
          const { name, key = name, sort } = column;
          return (
            <th
              {...as('columnheader')}
              scope="col"
              key={key}
              className={classOf(column)}
              aria-sort={sort && (sort.by ?? 'none')}
            >
              {sort ? <SortLink name={name} {...sort} /> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortLink({ name, to, by }: { name: string } & NonNullable<Column['sort']>) {
  return (
    <Link className={tableCss.sort} to={to} preventScrollReset>
      {name}
      {by && <Icon name={by === 'ascending' ? 'up' : 'down'} small />}
    </Link>
  );
}
