/** The place of the dialog of money in and out, for all pages; all of it comes when it is asked for. */
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { pathsFor } from '#web/page/paths.ts';
import { usePlayerTurn } from '#web/personal/player-turn.ts';
import { type Payments, PaymentsContext } from '#web/shared/payments/payments-context.ts';
import { useText } from '#web/text/text.tsx';

export function PaymentsProvider({ children }: { children: ReactNode }) {
  const { locale } = useText();
  const turn = usePlayerTurn();
  const [shown, setShown] = useState<ReactNode>(null);
  const payments = useMemo((): Payments => {
    const host = () => import('./payments-host.tsx').then((code) => code.openHost(locale));
    return {
      ask: async (wish) => {
        const open = await host().catch(() => null);
        if (open !== null) return open(wish, setShown);
        // The page of cards tells why nothing comes.
        window.location.assign(pathsFor(locale).cards());
        return false;
      },
    };
  }, [locale]);
  return (
    <PaymentsContext value={payments}>
      {children}
      <Fragment key={turn}>{shown}</Fragment>
    </PaymentsContext>
  );
}
