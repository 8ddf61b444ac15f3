/** Spares people the wait for somebody who has not answered several times in a row. */
export type BreakerOptions = { failures: number; pauseMs: number };

export type Breaker = {
  /** Whether a call may go out; in a pause, one each `pauseMs` to see who is there. */
  admits(): boolean;
  /** What became of a call that went out. */
  note(answered: boolean): void;
};

export function createBreaker({ failures, pauseMs }: BreakerOptions, now: () => Date): Breaker {
  let inRow = 0;
  let pausedUntilMs = 0;
  const pause = () => {
    pausedUntilMs = now().getTime() + pauseMs;
  };
  return {
    admits() {
      if (inRow < failures) return true;
      if (now().getTime() < pausedUntilMs) return false;
      pause();
      return true;
    },
    note(answered) {
      inRow = answered ? 0 : inRow + 1;
      if (inRow >= failures) pause();
    },
  };
}
