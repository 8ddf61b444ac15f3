/**
 * Parts that a phone folds behind a check box, with or without script; elsewhere they are always there. Where
 * CSS cannot ask for a ticked box, they are there too.
 */
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import * as narrowFoldCss from './narrow-fold.module.css';

/** On each part that is folded. */
export const foldedPart = narrowFoldCss.part;

type Props = {
  /** What ticking the box shows. */
  label: string;
  children: ReactNode;
  /** The box stands below what is there all the time. */
  isBelow?: boolean;
};

export function NarrowFold({ label, children, isBelow = false }: Props) {
  return (
    <div className={isBelow ? `${narrowFoldCss.fold} ${narrowFoldCss.below}` : narrowFoldCss.fold}>
      <div className={narrowFoldCss.tick}>
        <Checkbox label={label} />
      </div>
      {children}
    </div>
  );
}
