/** Copies the numbers of the slip as the text that the play page reads. */
import { useState } from 'react';
import { formatTicketCode } from '#rules/numbers/ticket-code.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { isTextCopied } from '#web/ui/copy-text.ts';
import type { BoardParts } from './board-parts.ts';
import * as slips from './slip.ts';

/** Null while no row is complete. */
export function codeOf({ desk: { slip }, draw, matrix }: Pick<BoardParts, 'desk' | 'draw' | 'matrix'>) {
  const rows = slips.completeRows(slip, matrix);
  if (rows.length === 0) return null;
  const joker = slips.completeJoker(slip) ?? null;
  const { system, days } = slip;
  return formatTicketCode({ gameId: draw.gameId, rows, system, joker, subscription: days !== null });
}

type Props = { code: string; label: string; kind?: 'plain' | 'secondary' };

export function CopySlip({ code, label, kind = 'secondary' }: Props) {
  const { t } = useText();
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <>
      <Button kind={kind} onClick={() => void isTextCopied(code).then(setCopied)}>
        {label}
      </Button>
      <span role="status">
        {isCopied === true && t('common.copied')}
        {isCopied === false && t('common.copyFailed')}
      </span>
    </>
  );
}
