/** Shows a running break, and the button that starts one. */
import { useText } from '#web/text/text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { BreakButton } from './break-button.tsx';

export function LockOut({ lockedUntil }: { lockedUntil: string | null }) {
  const { t, format } = useText();
  return (
    <div id="hle">
      <Section title={t('myPages.lockout.title')}>
        <div role="status">
          {lockedUntil !== null && (
            <Notice kind="info" secondary={t('myPages.lockout.longer')}>
              {t('myPages.lockout.active', { date: format.dateTime(lockedUntil) })}
            </Notice>
          )}
        </div>
        <div className="stack">
          <p>{t('myPages.lockout.intro')}</p>
          <p>
            <BreakButton />
          </p>
        </div>
      </Section>
    </div>
  );
}
