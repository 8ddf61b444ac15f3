/** Said where nothing can be finished without script; pages send `auth.needsScript` for it. */
import { useText } from '#web/text/text.tsx';
import { Notice } from './notice.tsx';

export function NeedsScript() {
  const { t } = useText();
  return (
    <noscript>
      <Notice kind="info">{t('auth.needsScript')}</Notice>
    </noscript>
  );
}
