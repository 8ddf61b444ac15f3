/** The place of saved cards: says that they come later, and where one can go on. */
import { Link, useLocation } from 'react-router';
import { pathsFor } from '#web/paths.ts';
import { useText } from '#web/text/text.tsx';
import { useAuthDialog } from '#web/ui/auth-dialog-context.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';
import { useFormFrame } from '../form-frame.ts';

export function AddCreditCard() {
  const { t, locale } = useText();
  const { player } = useShell();
  const { pathname } = useLocation();
  const { close } = useAuthDialog();
  const account = pathsFor(locale).account();
  useFormFrame(t('card.addTitle'));
  return (
    <>
      <Notice kind="info" title={t('card.later.title')}>
        {t('card.later.text')}
      </Notice>
      <div className="stack">
        <Button kind="primary" big block onClick={close}>
          {t('card.later.goOn')}
        </Button>
        {player !== null && pathname !== account && (
          <Link className={buttonClass({ block: true })} to={account} onClick={close}>
            {t('card.panelAction')}
          </Link>
        )}
      </div>
    </>
  );
}
