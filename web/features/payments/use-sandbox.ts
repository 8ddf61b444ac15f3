/** Where the sandboxes are, in the sandbox alone: they lend their cards and phones to whoever tries. */
import { useEffect, useState } from 'react';

let known: Promise<string | null> | undefined;

async function ask(): Promise<string | null> {
  try {
    const { sandbox } = (await (await fetch('/api/health')).json()) as { sandbox?: string };
    return sandbox ?? null;
  } catch {
    return null;
  }
}

/** Null in production, and until it is known. */
export function useSandbox(): string | null {
  const [sandbox, setSandbox] = useState<string | null>(null);
  useEffect(() => {
    known ??= ask();
    void known.then(setSandbox);
  }, []);
  return sandbox;
}
