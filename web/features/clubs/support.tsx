/** What a visitor may do with a club: support it, change to it, or stop. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { pathsFor, withSignIn } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { ownPart, useOwn } from '#web/personal/own-part.ts';
import { useIsOnBreak } from '#web/shared/account/on-break.tsx';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as clubsCss from './clubs.module.css';
import { type Support, useSupport } from './use-support.ts';

type Club = { number: number; name: string };

export function SupportClub({ club }: { club: Club }) {
  const { t } = useText();
  const { state } = useShell();
  const { pathname, search } = useLocation();
  const isOnBreak = useIsOnBreak();
  const support = useSupport();
  return (
    <div className={clubsCss.support}>
      {state === 'out' ? (
        <p className="actions">
          <Link
            className={buttonClass({ kind: 'primary', big: true })}
            to={withSignIn(pathname, search)}
            preventScrollReset
          >
            {t('clubs.signIn')}
          </Link>
        </p>
      ) : (
        <Choice club={club} support={support} canPlay={!isOnBreak} />
      )}
      <Outcome support={support} />
    </div>
  );
}

type ChoiceProps = { club: Club; support: Support; canPlay: boolean };

const Choice = ownPart(({ club, support: { choose, isBusy }, canPlay }: ChoiceProps) => {
  const { t, locale } = useText();
  const mine = useOwn()?.account.club ?? null;
  if (mine?.number === club.number) {
    return (
      <div className={clubsCss.support}>
        <p className={clubsCss.supported}>
          <Icon name="check" />
          <span>
            <b>{t('clubs.supported')}</b> {t('clubs.flows')}
          </span>
        </p>
        <p className="actions">
          {canPlay && (
            <Link className={buttonClass({})} to={pathsFor(locale).playPools('totoeng')}>
              {t('clubs.play')}
            </Link>
          )}
          <Button kind="plain" busy={isBusy} onClick={() => choose(null)}>
            {t('clubs.stop')}
          </Button>
        </p>
      </div>
    );
  }
  return (
    <div className={clubsCss.support}>
      <p className="actions">
        <Button kind="primary" big busy={isBusy} onClick={() => choose(club)}>
          {t(isBusy ? 'loading.saving' : mine ? 'clubs.change' : 'clubs.choose')}
        </Button>
      </p>
      <p className="soft">{mine ? t('clubs.other', { club: mine.name }) : t('clubs.none')}</p>
    </div>
  );
});

/** On the list of clubs: which one follows my tickets. */
export function MyClub() {
  const { t } = useText();
  const { state } = useShell();
  const { pathname, search } = useLocation();
  const support = useSupport();
  if (state === 'out') {
    return (
      <p className="actions">
        <Link className={buttonClass({})} to={withSignIn(pathname, search)} preventScrollReset>
          {t('clubs.signInToSee')}
        </Link>
      </p>
    );
  }
  return (
    <div className={clubsCss.support}>
      <Mine support={support} />
      <Outcome support={support} />
    </div>
  );
}

const Mine = ownPart(({ support: { choose, isBusy } }: { support: Support }) => {
  const { t, locale } = useText();
  const mine = useOwn()?.account.club ?? null;
  if (mine === null) return <p className="soft">{t('clubs.noneYet')}</p>;
  return (
    <div className={clubsCss.support}>
      <div className={clubsCss.mine}>
        <Plate number={mine.number} />
        <p>
          <b>{mine.name}</b>
          <span className="soft">{t('clubs.follows')}</span>
        </p>
      </div>
      <p className="actions">
        <Link className={buttonClass({})} to={pathsFor(locale).club(mine.number)}>
          {t('clubs.see')}
        </Link>
        <Button kind="plain" busy={isBusy} onClick={() => choose(null)}>
          {t('clubs.stop')}
        </Button>
      </p>
    </div>
  );
});

/** The number of a club, like a box on a coupon. */
export function Plate({ number }: { number: number }): ReactNode {
  const { t } = useText();
  return (
    <span className={clubsCss.plate}>
      <span className="visually-hidden">{t('clubs.plate', { number })}</span>
      <span aria-hidden="true">{number}</span>
    </span>
  );
}

function Outcome({ support: { refused, done } }: { support: Support }) {
  const { t, error } = useText();
  return (
    <>
      {refused && (
        <Notice kind="danger" role="alert">
          {error(refused, 'club')}
        </Notice>
      )}
      <div role="status">
        {done && (
          <Notice kind="success">
            {done.name === null ? t('clubs.takenBack') : t('clubs.saved', { club: done.name })}
          </Notice>
        )}
      </div>
    </>
  );
}
