/** The marks of one match: a check box for each outcome, drawn as the boxes of a coupon. */
import type { ReactNode } from 'react';
import { useText } from '#web/text/text.tsx';
import * as markCellsCss from './mark-cells.module.css';

type Props = {
  /** Counted from 0. */
  match: number;
  /** What stands in the boxes, and what each is called. */
  labels: readonly string[];
  names: readonly string[];
  /** Of the match. */
  label: string;
  mask: number;
  /** The box that holds the tab stop of the table; null for none of this match. */
  stop: number | null;
  /** Beside each label. */
  asides?: readonly ReactNode[];
  onToggle: (match: number, outcome: number) => void;
};

export function MarkCells({ match, labels, names, label, mask, stop, asides, onToggle }: Props) {
  const { t } = useText();
  return (
    <fieldset
      className={markCellsCss.marks}
      aria-label={`${t('toto.match', { number: match + 1 })}, ${label}`}
    >
      {labels.map((text, outcome) => (
        <label key={text}>
          <input
            type="checkbox"
            aria-label={names[outcome]}
            data-match={match}
            data-outcome={outcome}
            tabIndex={stop === outcome ? 0 : -1}
            checked={((mask >> outcome) & 1) === 1}
            onChange={() => onToggle(match, outcome)}
          />
          <span>
            <b>{text}</b>
            {asides?.[outcome]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
