/** Before a session ends by itself: time to stay signed in, by one press (docs/rules/time-limits.md). */

import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { time } from '#texts/format.ts';
import { pagePlayer } from '#web/api/page-player.ts';
import { fetchAnswer } from '#web/features/auth/auth-fetch.ts';
import { pathsFor } from '#web/page/paths.ts';
import { useShell } from '#web/page/shell.ts';
import { useOwn } from '#web/personal/own-part.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDomainInstant } from '#web/ui/domain-clock.ts';

/** So long before the end it is asked. */
const warnMs = 180_000;
/** Without a press of anything a session lives so long, and never longer than so many hours. */
const idleMs = 30 * 60_000;
const longestMs = 12 * 3_600_000;

export function SessionEnding() {
  const account = useOwn()?.account;
  return account && <Watch signedInAt={account.signedInAt} />;
}

type Found = { user?: { playerId: string }; expires?: string };

function Watch({ signedInAt }: { signedInAt: string }) {
  const { now } = useShell();
  const instant = useDomainInstant(now);
  const [ends, setEnds] = useState<string | null>(null);
  const longest = Date.parse(signedInAt) + longestMs;

  useEffect(() => {
    // Reading does not keep the session alive; other tabs may have.
    const look = async (): Promise<void> => {
      const found = (await fetchAnswer('/session')) as Found | null | undefined;
      // Another tab signed another player in: that session is not this page's to make longer.
      if (found?.user !== undefined && found.user.playerId !== pagePlayer()) return;
      const leftMs = Date.parse(found?.expires ?? '') - Date.parse(instant());
      if (leftMs > warnMs) wait(leftMs);
      else if (leftMs > 0) setEnds(found?.expires ?? null);
    };
    let timer: ReturnType<typeof setTimeout>;
    const wait = (leftMs: number): void => {
      timer = setTimeout(() => void look(), Math.max(1_000, leftMs - warnMs));
    };
    setEnds(null);
    wait(Math.min(idleMs, longest - Date.parse(now)));
    return () => clearTimeout(timer);
  }, [now, longest, instant]);

  if (ends === null) return null;
  return <Ending ends={ends} isLast={Date.parse(ends) >= longest} onClose={() => setEnds(null)} />;
}

type Props = {
  ends: string;
  /** After so many hours it cannot be made longer. */
  isLast: boolean;
  onClose: () => void;
};

function Ending({ ends, isLast, onClose }: Props) {
  const { t, locale } = useText();
  const { signOut } = useSession();
  const { revalidate } = useRevalidator();
  const stay = (): void => {
    onClose();
    // The page is read again, and what is typed stays: that keeps the session alive.
    if (!isLast) void revalidate();
  };
  return (
    <Dialog
      open
      title={t('session.endingTitle')}
      closeLabel={t('a11y.closeDialog')}
      closesOutside={false}
      onClose={stay}
      className={dialogCss.small}
    >
      <div className={dialogCss.body}>
        <p>{t(isLast ? 'session.endingLast' : 'session.endingText', { time: time(ends) })}</p>
        <div className="stack">
          <Button kind="primary" block onClick={stay}>
            {t(isLast ? 'common.close' : 'session.stay')}
          </Button>
          <Button kind="plain" onClick={() => void signOut(pathsFor(locale).home())}>
            {t('nav.logOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
