/** How long one has been here, and what it cost; asked of the server when it opens. */
import { useEffect, useMemo } from 'react';
import { Link, useFetcher } from 'react-router';
import type { loader } from '#web/features/account/reminder-data.ts';
import { pathsFor } from '#web/paths.ts';
import { money } from '#web/text/number.ts';
import { createText, useText } from '#web/text/text.tsx';
import type { Texts } from '#web/text/text-key.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SignOutForm } from './sign-out.tsx';

export function ReminderDialog({ onClose }: { onClose: () => void }) {
  const { locale } = useText();
  const paths = pathsFor(locale);
  const { data, load } = useFetcher<typeof loader>();
  const address = paths.reminder();
  useEffect(() => void load(address), [load, address]);
  const words = data?.words;
  const said = useMemo(
    () => (words === undefined ? null : createText(locale, JSON.parse(words) as Texts)),
    [locale, words],
  );
  if (data === undefined || said === null) return null;
  const { spent, won, net, minutes } = data;
  const figures = { spent: money(spent), won: money(won), net: money(net) };
  return (
    <Dialog
      open
      title={said.t('responsible.realityTitle', { minutes })}
      closeLabel={said.t('responsible.realityContinue')}
      onClose={onClose}
      closesOutside={false}
      className="dialog-s"
    >
      <div className="body">
        <p className="lead">{said.t('responsible.realityText', figures)}</p>
        <div className="rv-acts">
          <Button kind="primary" block onClick={onClose}>
            {said.t('responsible.realityContinue')}
          </Button>
          <Link className={buttonClass({ block: true })} to={paths.transactions()} onClick={onClose}>
            {said.t('responsible.realityHistory')}
          </Link>
          <SignOutForm />
        </div>
      </div>
    </Dialog>
  );
}
