/** A text for a live region that changes at most once in `everyMs`, so that nobody is talked over. */
import { useEffect, useRef, useState } from 'react';

/** Empty until the text changes for the first time: what stands on the page at first is not news. */
export function useThrottled(text: string, everyMs: number): string {
  const [spoken, setSpoken] = useState('');
  const last = useRef(text);
  useEffect(() => {
    if (text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      setSpoken(text);
    }, everyMs);
    return () => clearTimeout(timer);
  }, [text, everyMs]);
  return spoken;
}
