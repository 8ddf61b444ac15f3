import { useEffect, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Progress } from './progress.tsx';

/** A bar that runs down within so many seconds, starting when it mounts, with the seconds that are left. */
export function TimeLeft({ label, seconds }: { label: string; seconds: number }) {
  const { t } = useText();
  const left = useSecondsLeft(seconds);
  return (
    <Progress
      label={label}
      value={Math.round((left / seconds) * 100)}
      shown={t('auth.eLogin.timeLeft', { seconds: left })}
    />
  );
}

function useSecondsLeft(all: number): number {
  const [left, setLeft] = useState(all);
  useEffect(() => {
    const begun = performance.now();
    const count = () => setLeft(Math.max(0, all - Math.floor((performance.now() - begun) / 1000)));
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [all]);
  return left;
}
