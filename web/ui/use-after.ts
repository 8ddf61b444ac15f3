import { useEffect, useState } from 'react';

/** False until `ms` milliseconds have passed since the component stands on the page. */
export function useAfter(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
