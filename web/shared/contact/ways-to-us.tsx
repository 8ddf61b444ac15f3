/** Telephone, address and hours. Nothing where they are not known. */
import { useSite } from '#web/page/site.ts';
import { useText } from '#web/text/text.tsx';
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
          <a href={`tel:${phone.replaceAll(' ', '')}`}>
            <b>{phone}</b>
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('contact.email')}</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
      </div>
      <div>
        <dt>{t('contact.open')}</dt>
        <dd>{hours}</dd>
      </div>
    </dl>
  );
}
