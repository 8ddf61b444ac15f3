/** Shares an address of ours through the device's own sheet, or copies it where there is none. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from './button.tsx';
import { isTextCopied } from './copy-text.ts';
import { Icon } from './icon.tsx';
import * as needsScriptCss from './needs-script.module.css';
import * as shareButtonCss from './share-button.module.css';

type Props = {
  label: string;
  /** What is shared, in a line; the address comes with it. */
  text: string;
  /** Path and query. */
  path: string;
  kind?: 'secondary' | 'plain';
};

export function ShareButton({ label, text, path, kind = 'secondary' }: Props) {
  const { t } = useText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const share = async (): Promise<void> => {
    setOutcome(null);
    const url = window.location.origin + path;
    if (await isSheetUsed({ text, url })) return;
    setOutcome((await isTextCopied(url)) ? 'copied' : 'failed');
  };
  return (
    <span className={`${shareButtonCss.shareButton} ${needsScriptCss.needsScript}`}>
      <Button kind={kind} onClick={() => void share()}>
        <Icon name="copy" small={kind === 'plain'} />
        {label}
      </Button>
      <span role="status">
        {outcome === 'copied' && t('share.linkCopied')}
        {outcome === 'failed' && t('common.copyFailed')}
      </span>
    </span>
  );
}

/** Also when it was closed again, or is open already: neither needs words. */
async function isSheetUsed(shared: { text: string; url: string }): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  return navigator.share(shared).then(
    () => true,
    (error: unknown) =>
      error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name),
  );
}
