/** Whether the mobile is known to be the player's, and how to show it. */
import { MobileCode } from '#web/blocks/mobile-code.tsx';
import { useText } from '#web/text/text.tsx';
import { Section } from '#web/ui/section.tsx';
import { shownPhone } from '#web/ui/shown-phone.ts';

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
