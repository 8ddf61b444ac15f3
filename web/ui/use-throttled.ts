/** A text for a live region that changes at most once in `everyMs`, so that nobody is talked over. */
import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/text/text.tsx';

/**
 * Empty until the text changes for the first time: what stands on the page at first is not news, nor the same
 * in another language.
 */
export function useThrottled(text: string, everyMs: number): string {
  const { locale } = useText();
  const [spoken, setSpoken] = useState('');
  const last = useRef(text);
  const spokenIn = useRef(locale);
  useEffect(() => {
    if (spokenIn.current !== locale) {
      spokenIn.current = locale;
      last.current = text;
      setSpoken('');
    }
    if (text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      setSpoken(text);
    }, everyMs);
    return () => clearTimeout(timer);
  }, [text, everyMs, locale]);
  return spoken;
}
