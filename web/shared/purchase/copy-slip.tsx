/** Copies what is on the slip as text. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { isTextCopied } from '#web/ui/copy-text.ts';

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
