/** Terms that have to be accepted before something is bought: never beforehand, and again each time. */
import { useEffect, useState } from 'react';
import { termsId } from './subscription-terms.tsx';

export function useAcceptance(isOpen: boolean, isNeeded: boolean) {
  const [isAccepted, setAccepted] = useState(false);
  const [isAsked, setAsked] = useState(false);

  useEffect(() => {
    if (isOpen) return;
    setAccepted(false);
    setAsked(false);
  }, [isOpen]);

  return {
    isAccepted,
    isAsked,
    onAccept: setAccepted,
    whenAccepted: (act: () => void): void => {
      setAsked(!isAccepted);
      if (isAccepted || !isNeeded) act();
      else document.getElementById(termsId)?.focus();
    },
  };
}
