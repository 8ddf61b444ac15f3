import { test } from 'vitest';
import { type Language, languageRuns } from './steps.ts';

/**
 * Replaces `test` within `describe.each(languageRuns)`, so that each walk runs once: walks alternate between
 * Icelandic on a phone and English on a wide screen. Types prove that every text exists in both languages.
 * `every-page` and `every-size` test the pages in both languages and widths.
 */
export function byTurns(language: Language): (name: string, walk: () => Promise<void>) => void {
  let turn = languageRuns.findIndex(([first]) => first === language);
  return (name, walk) => {
    if (turn % languageRuns.length === 0) test(name, walk);
    turn += 1;
  };
}
