/** Loads the code of the review and of the notices at the buy button, as soon as the slip is not empty. */
import { useEffect, useState } from 'react';

/** `close` is called when the code does not come; opening the review asks for it again. */
type Waiting = { isOpen: boolean; close: () => void };

/**
 * @param fetchCode the same function on each call
 * @param isNeeded something is on the slip
 */
export function useReviewCode<Code extends object>(
  fetchCode: () => Promise<Code>,
  isNeeded: boolean,
  { isOpen, close }: Waiting,
) {
  const [code, setCode] = useState<Code | null>(null);
  const [isLost, setLost] = useState(false);
  const isThere = code !== null;

  useEffect(() => {
    if (isThere || !(isNeeded || isOpen)) return;
    const fail = (): void => {
      setLost(isOpen);
      if (isOpen) close();
    };
    fetchCode().then((all) => {
      setLost(false);
      setCode(all);
    }, fail);
  }, [isThere, fetchCode, isNeeded, isOpen, close]);

  return { code, isLost };
}
