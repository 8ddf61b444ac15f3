/**
 * Folds parts behind a check box on phones, with or without script. Wider screens, and browsers without
 * `:has`, always show them.
 */
import type { ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import * as narrowFoldCss from './narrow-fold.module.css';

/** Class of each folded part. */
export const foldedPart = narrowFoldCss.part;

type Props = {
  /** Names the parts that ticking the box shows. */
  label: string;
  children: ReactNode;
  /** The box stands below the parts that are always shown. */
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
