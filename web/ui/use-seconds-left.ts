import { useEffect, useState } from 'react';

/** Counts down from `all` seconds, starting when the component mounts. */
export function useSecondsLeft(all: number): number {
  const [left, setLeft] = useState(all);
  useEffect(() => {
    const begun = performance.now();
    const count = () => setLeft(Math.max(0, all - Math.floor((performance.now() - begun) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [all]);
  return left;
}
