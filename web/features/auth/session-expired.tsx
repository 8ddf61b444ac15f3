/**
 * Says that the session ended by itself. A page that needs one leaves two ways, both away from here; any
 * other page can be used on.
 */
import { Link, useLocation } from 'react-router';
import { endOf } from '#texts/ends.ts';
import { needsSession, pathsFor, withSignIn } from '#web/page/paths.ts';
import { hasChosenSlip } from '#web/shared/purchase/kept-slip.ts';
import { useText } from '#web/text/text.tsx';
import { tabStore } from '#web/ui/browser-store.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Scene } from '#web/ui/icon.tsx';
import * as signInCss from './sign-in.module.css';

type Props = { open: boolean; onGoOn: () => void };

export function SessionExpired({ open, onGoOn }: Props) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const isNeeded = needsSession(pathname);
  const hasSlip = open && hasChosenSlip(tabStore);
  const { money, now } = endOf(t, hasSlip ? 'ends.session.expiredSlip' : 'ends.session.expired');
  return (
    <Dialog
      open={open}
      title={t('session.expiredTitle')}
      closeLabel={isNeeded ? null : t('session.cancel')}
      closesOutside={false}
      held={isNeeded}
      onClose={onGoOn}
      className={`${dialogCss.small}${isNeeded ? ` ${signInCss.sessionGone}` : ''}`}
      game="lengjan"
    >
      <div className={dialogCss.body}>
        <p>{money}</p>
        <p>{now}</p>
        <div className="stack">
          <Link
            className={buttonClass({ kind: 'primary', big: true, block: true })}
            to={withSignIn(pathname, search)}
            preventScrollReset
            onClick={onGoOn}
          >
            {t('session.logIn')}
          </Link>
          {isNeeded ? (
            <Link className={buttonClass({ block: true })} to={pathsFor(locale).home()} onClick={onGoOn}>
              {t('session.home')}
            </Link>
          ) : (
            <Button block onClick={onGoOn}>
              {t('session.cancel')}
            </Button>
          )}
        </div>
      </div>
      <div className={dialogCss.art}>
        <Scene game="lotto" />
      </div>
    </Dialog>
  );
}
