/** Things that our staff never ask for by telephone, in the same words on every page. */
import { useSite } from '#web/page/site.ts';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as reachCss from './reach.module.css';

const neverAsked = ['neverPin', 'neverPassword', 'neverPay', 'neverScreen'] as const;

export function NeverAsked() {
  const { t } = useText();
  const { contact } = useSite();
  return (
    <>
      <ul className={reachCss.never}>
        {neverAsked.map((asked) => (
          <li key={asked}>
            <Icon name="x" />
            <span>{t(`contact.${asked}`)}</span>
          </li>
        ))}
      </ul>
      {contact !== null && <p className="meta">{t('contact.caller', { phone: contact.phone })}</p>}
    </>
  );
}
