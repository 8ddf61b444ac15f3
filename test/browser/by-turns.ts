import { test } from 'vitest';
import { type Language, languageRuns } from './steps.ts';

/**
 * Within `describe.each(languageRuns)`: each walk is made once, in Icelandic on a phone and in English on a
 * wide screen by turns. The walk proves what is done; that every text exists in both languages is proven by
 * types, and that pages hold in both widths by `every-page` and `every-size`.
 */
export function byTurns(language: Language): (name: string, walk: () => Promise<void>) => void {
  let turn = languageRuns.findIndex(([first]) => first === language);
  return (name, walk) => {
    if (turn % languageRuns.length === 0) test(name, walk);
    turn += 1;
  };
}
