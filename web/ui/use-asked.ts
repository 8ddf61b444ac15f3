/** Fields that show what the address asks for. */
import { type RefObject, useEffect, useRef } from 'react';

/**
 * The form's fields take the defaults of what is asked now, also after a step back in history. Whoever
 * stands in one of them stays there.
 */
export function useAsked(asked: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(asked);
  useEffect(() => {
    if (shown.current === asked) return;
    shown.current = asked;
    form.current?.reset();
  }, [asked]);
  return form;
}
