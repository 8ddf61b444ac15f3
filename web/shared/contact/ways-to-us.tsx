/** Telephone, email and opening hours; nothing while the site has no contact details. */
import { useSite } from '#web/page/site.ts';
import { useText } from '#web/text/text.tsx';
import { EmailLink, PhoneLink } from './contact-links.tsx';
import * as reachCss from './reach.module.css';

export function WaysToUs() {
  const { t } = useText();
  const { contact } = useSite();
  if (contact === null) return null;
  const { phone, email, hours } = contact;
  return (
    <dl className={reachCss.ways}>
      <div>
        <dt>{t('contact.phone')}</dt>
        <dd>
          <b>
            <PhoneLink phone={phone} />
          </b>
        </dd>
      </div>
      <div>
        <dt>{t('contact.email')}</dt>
        <dd>
          <EmailLink email={email} />
        </dd>
      </div>
      <div>
        <dt>{t('contact.open')}</dt>
        <dd>{hours}</dd>
      </div>
    </dl>
  );
}
