/** Whether the mobile is known to be the player's, and how to show it. */
import { MobileCode } from '#web/shared/account/mobile-code.tsx';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';

export function Mobile({ mobile, isConfirmed }: { mobile: string; isConfirmed: boolean }) {
  const { t } = useText();
  return (
    <Section title={t('myPages.profile.mobileTitle')}>
      <p role="status">
        {isConfirmed && t('myPages.profile.mobileConfirmed', { mobile: shownPhone(mobile) })}
      </p>
      {!isConfirmed && <MobileCode mobile={mobile} />}
    </Section>
  );
}
