/** The table of marks, and the choice of what is said of its matches where there is room for one thing. */
import type { ReactNode } from 'react';
import * as optionsCss from '#web/ui/options.module.css';
import type { PlayMatch } from './program.ts';
import type { SlipDesk } from './use-pool-slip.ts';

export const markTableId = 'leikir';

export type MarkTableProps = {
  desk: SlipDesk;
  matches: readonly PlayMatch[];
  onToggle: (match: number, outcome: number) => void;
};

type ChoiceProps<Source extends string> = {
  /** A `legend`. */
  children: ReactNode;
  className: string | undefined;
  names: readonly { source: Source; name: string }[];
  chosen: Source;
  onChoose: (source: Source) => void;
};

export function SourceChoice<Source extends string>(props: ChoiceProps<Source>) {
  const { children, className, names, chosen, onChoose } = props;
  return (
    <fieldset className={className}>
      {children}
      <div className={optionsCss.choiceLine}>
        {names.map(({ source, name }) => (
          <label key={source}>
            <input type="radio" name="source" checked={chosen === source} onChange={() => onChoose(source)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
