/** Code and texts of the break dialog, which may open over any page. */
import type { ReactNode } from 'react';
import type { Locale } from '#texts/evaluate.ts';
import { BreakDialog } from '#web/features/account/break-dialog.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { laterTexts } from '#web/text/later-texts.ts';
import { MoreTexts } from '#web/text/text.tsx';

/** @returns the dialog; rejects when the texts do not come */
export async function breakDialog(locale: Locale, onClose: () => void): Promise<ReactNode> {
  const texts = await laterTexts(pathsFor(locale).laterTexts('hle'));
  return (
    <MoreTexts sent={texts}>
      <BreakDialog onClose={onClose} />
    </MoreTexts>
  );
}
