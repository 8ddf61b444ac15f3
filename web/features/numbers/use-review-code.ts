/** The code of the review and of what stands at the buy button: comes as soon as something is on the slip. */
import { type ComponentType, useEffect, useState } from 'react';
import type { PriceNotesProps } from './price-notes.tsx';
import type { ReviewProps } from './review-dialog.tsx';

type Code = { Review: ComponentType<ReviewProps>; PriceNotes: ComponentType<PriceNotesProps> };

/**
 * @param isNeeded something is on the slip
 * @param isOpen the review is waited for
 * @param onLost it does not come: opening asks for it again
 */
export function useReviewCode(isNeeded: boolean, isOpen: boolean, onLost: () => void) {
  const [code, setCode] = useState<Partial<Code>>({});
  const [isLost, setLost] = useState(false);
  const isThere = code.Review !== undefined;

  useEffect(() => {
    if (isThere || !(isNeeded || isOpen)) return;
    const fail = (): void => {
      setLost(isOpen);
      if (isOpen) onLost();
    };
    fetchCode().then((all) => {
      setLost(false);
      setCode(all);
    }, fail);
  }, [isThere, isNeeded, isOpen, onLost]);

  return { ...code, isLost };
}

async function fetchCode(): Promise<Code> {
  const [{ ReviewDialog: Review }, { PriceNotes }] = await Promise.all([
    import('./review-dialog.tsx'),
    import('./price-notes.tsx'),
    // A purchase must not wait for its client.
    import('#web/api/browser-api.ts'),
  ]);
  return { Review, PriceNotes };
}
