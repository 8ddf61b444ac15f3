/** What happens to draws while a page about them is open. */
import { useEffect, useState } from 'react';
import type { Api, ApiAnswer } from '#contract/api.ts';
import { openChannel } from '#web/ui/browser-store.ts';

/** A draw without a result, as the page shows it. */
export type AwaitedDraw = { draw: number; drawDate: string; isClosed: boolean };

export type DrawNews = { draw: AwaitedDraw; hasResult: boolean };

type Address<K extends 'draws.watch' | 'draws.progress'> = `/api/proxy${Api[K]['path']}`;

const addresses: { stream: Address<'draws.watch'>; once: Address<'draws.progress'> } = {
  stream: '/api/proxy/draws/watch',
  once: '/api/proxy/draws/progress',
};

/** @returns what the page does not show yet; null: nothing. A result comes before the end of a sale. */
export function useDrawNews(gameId: string, awaited: readonly AwaitedDraw[]): DrawNews | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let end: (() => void) | null = null;
    let isGone = false;
    // Without the code the page stays as it is.
    void import('./one-stream.ts').then(
      ({ followStream }) => {
        if (!isGone) end = followStream({ ...addresses, openChannel }, setText);
      },
      () => {},
    );
    return () => {
      isGone = true;
      end?.();
    };
  }, []);
  return text === null ? null : newsOf(text, gameId, awaited);
}

export function newsOf(text: string, gameId: string, awaited: readonly AwaitedDraw[]): DrawNews | null {
  const { draws } = JSON.parse(text) as ApiAnswer<'draws.progress'>;
  const news = awaited.flatMap((draw) => {
    const told = draws.find((each) => each.gameId === gameId && each.draw === draw.draw);
    return told && (told.hasResult || !draw.isClosed) ? [{ draw, hasResult: told.hasResult }] : [];
  });
  return news.find(({ hasResult }) => hasResult) ?? news[0] ?? null;
}
