/** What a step of the dialog says of the box around it. */
import { createContext, use, useEffect, useLayoutEffect, useRef } from 'react';

export type StepFrame = {
  title: string;
  /** Nothing closes while something is under way. */
  isBusy: boolean;
  /** Closing gives up what waits for its holder; null: it only closes. */
  giveUp: (() => void) | null;
};

export const FrameContext = createContext<((frame: StepFrame) => void) | null>(null);

/** The heading of the step; a new one takes the focus. */
export function useStepFrame(title: string, isBusy = false, giveUp: (() => void) | null = null): void {
  const setFrame = use(FrameContext);
  const latest = useRef(giveUp);
  useEffect(() => {
    latest.current = giveUp;
  });
  const canGiveUp = giveUp !== null;
  useLayoutEffect(() => {
    setFrame?.({ title, isBusy, giveUp: canGiveUp ? () => latest.current?.() : null });
  }, [setFrame, title, isBusy, canGiveUp]);
}
