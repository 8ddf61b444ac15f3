/** While a payment waits for its approval on a phone: asked each second, and once failed it is given up. */
import { useEffect, useRef, useState } from 'react';
import { aurMinutes } from '#rules/values/aur-ends.ts';
import { endOf } from '#texts/ends.ts';
import { money } from '#texts/number.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { shownPhone } from '#web/shared/account/shown-phone.ts';
import { useText } from '#web/text/text.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { Ledger, Lighthouse } from './parts.tsx';
import { useStepFrame } from './step-frame.ts';
import type { DepositEnd } from './use-deposit.ts';
import { useSandbox } from './use-sandbox.ts';

type Props = {
  amount: number;
  token: string;
  phone: string;
  /** Leaves it waiting: what is approved on the phone arrives all the same. */
  onClose: () => void;
  onEnd: (end: DepositEnd) => void;
};

const everyMs = 1_000;

export function AurStep({ amount, token, phone, onClose, onEnd }: Props) {
  const { t } = useText();
  const { cancel, isCancelling } = useAurStatus(token, onEnd);
  useStepFrame(t('aur.title'), isCancelling);
  return (
    <>
      <div className={dialogCss.body}>
        <p className="lead">{endOf(t, 'ends.aurDeposit.waiting', { amount: money(amount) }).now}</p>
        <Ledger
          lines={[{ name: t('aur.sentTo'), amount: shownPhone(phone) }]}
          result={{ name: t('payment.amount'), amount: money(amount) }}
        />
        <TimeLeft label={t('aur.waitingShort')} seconds={aurMinutes * 60} />
        <p className="soft">{t('aur.mayClose')}</p>
        <SandboxPhone phone={phone} />
      </div>
      <Lighthouse isFoot />
      <div className={dialogCss.foot}>
        <Button block busy={isCancelling} onClick={() => void cancel()}>
          {t('aur.giveUp')}
        </Button>
        <Button kind="plain" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </>
  );
}

function SandboxPhone({ phone }: Pick<Props, 'phone'>) {
  const { t } = useText();
  const sandbox = useSandbox();
  if (sandbox === null) return null;
  return (
    <p>
      <a
        className={buttonClass({ block: true })}
        href={`${sandbox}/aur/phone?msisdn=${encodeURIComponent(phone)}`}
        target="_blank"
        rel="noreferrer"
      >
        {t('payment.sandbox.phone')}
      </a>
    </p>
  );
}

function useAurStatus(token: string, onEnd: (end: DepositEnd) => void) {
  const [isCancelling, setCancelling] = useState(false);
  const ended = useRef(false);
  const tell = useRef(onEnd);
  useEffect(() => {
    tell.current = onEnd;
  });

  useEffect(() => {
    let isGone = false;
    const isOver = () => isGone || ended.current;
    const end = (how: DepositEnd): void => {
      ended.current = true;
      tell.current(how);
    };
    const poll = async (): Promise<void> => {
      while (!isOver()) {
        try {
          const { status, message } = await browserApi('account.aurStatus', { params: { token } });
          if (isOver()) return;
          if (status === 'FINISHED') return end({ isDone: true });
          if (status === 'CANCELLED') return end({ isDone: false, code: message ?? 'unanswered' });
        } catch {
          if (isOver()) return;
          void giveUp(token);
          return end({ isDone: false, code: 'unanswered' });
        }
        await new Promise((resolve) => setTimeout(resolve, everyMs));
      }
    };
    void poll();
    return () => {
      isGone = true;
    };
  }, [token]);

  return {
    isCancelling,
    /** The poll tells how it ended: it may have been approved a moment before. */
    cancel: async (): Promise<void> => {
      setCancelling(true);
      await giveUp(token);
      setCancelling(false);
    },
  };
}

const giveUp = (id: string) => browserApi('account.cancelPayment', { body: { id } }).catch(() => {});
