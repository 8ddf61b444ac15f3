/** Shares the address of the page through the device's own sheet, or copies it. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function Share({ title }: { title: string }) {
  const { t } = useText();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const share = async (): Promise<void> => {
    const { origin, pathname } = window.location;
    const url = origin + pathname;
    if (typeof navigator.share === 'function') {
      // Rejected when the reader closes the sheet, which needs no words.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    const isCopied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? 'copied' : 'failed');
  };
  return (
    <p className="share needs-script">
      <button type="button" className="button button-secondary" onClick={() => void share()}>
        <Icon name="copy" />
        {t('news.shareArticle')}
      </button>
      <span role="status">
        {outcome === 'copied' && t('share.linkCopied')}
        {outcome === 'failed' && t('common.copyFailed')}
      </span>
    </p>
  );
}
