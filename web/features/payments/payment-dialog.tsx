/** Money in and out: one box, in which the steps of what was asked for follow one another. */
import { useEffect, useState } from 'react';
import type { PaymentWish } from '#web/shared/payments/payments-context.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useText } from '#web/text/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AddCard } from './add-card.tsx';
import { BankAccountStep } from './bank-account-step.tsx';
import { DepositFlow } from './deposit-flow.tsx';
import { MethodStep } from './method-step.tsx';
import * as paymentsCss from './payments.module.css';
import { RemoveCard } from './remove-card.tsx';
import { FrameContext, type StepFrame } from './step-frame.ts';
import { WithdrawFlow } from './withdraw-flow.tsx';

type Props = { wish: PaymentWish; onEnd: (isDone: boolean) => void };

export function PaymentDialog({ wish, onEnd }: Props) {
  const { t } = useText();
  const [{ title, isBusy, giveUp }, setFrame] = useState<StepFrame>({
    title: t('loading.generic'),
    isBusy: false,
    giveUp: null,
  });
  const [isTyped, setTyped] = useState(false);
  const { isExpired } = useSession();
  // The frame says so; what was begun is found again after signing in.
  useEffect(() => {
    if (isExpired) onEnd(false);
  }, [isExpired, onEnd]);
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('a11y.closeDialog')}
      closesOutside={!isTyped && giveUp === null}
      held={isBusy}
      onClose={giveUp ?? (() => onEnd(false))}
      className={paymentsCss.payment}
      game="lengjan"
    >
      <FrameContext value={setFrame}>
        <div className={paymentsCss.step} onInput={() => setTyped(true)}>
          <Step wish={wish} onEnd={onEnd} />
        </div>
      </FrameContext>
    </Dialog>
  );
}

function Step({ wish, onEnd }: Props) {
  switch (wish.form) {
    case 'card':
      return <AddCard {...wish} onEnd={onEnd} />;
    case 'deposit':
      return <DepositFlow {...wish} onEnd={onEnd} />;
    case 'withdraw':
      return <WithdrawFlow onEnd={onEnd} />;
    case 'bankAccount':
      return <BankAccountStep isFirst={wish.isFirst} onEnd={onEnd} />;
    case 'method':
      return <MethodStep {...wish} onEnd={onEnd} />;
    case 'removeCard':
      return <RemoveCard {...wish} onEnd={onEnd} />;
  }
}
