/**
 * The issuer asks its cardholder: its page stands in a frame of its own, which is none of ours, or in a
 * window. We only post what the gateway gave us there.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { useShell } from '#web/page/shell.ts';
import { useText } from '#web/text/text.tsx';
import { hearSteps } from '#web/ui/back.ts';
import { Button } from '#web/ui/button.tsx';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import * as paymentStepsCss from './payment-steps.module.css';
import { useStepFrame } from './step-frame.ts';
import { useVerification, type VerificationEnd } from './use-verification.ts';

type Props = {
  form: { postUrl: string; fields: readonly { name: string; value: string }[] };
  verificationId: string;
  lead: string;
  cancelLabel: string;
  onEnd: (end: VerificationEnd) => void;
};

export function IssuerStep({ form, verificationId, lead, cancelLabel, onEnd }: Props) {
  const { t } = useText();
  const { check, cancel, isAsking, isStillWaiting, isTooLate } = useVerification(verificationId, onEnd);
  const { now } = useShell();
  const frame = `issuer-${useId()}`;
  const element = useRef<HTMLFormElement>(null);
  useStepFrame(t('card.verifyTitle'), false, () => void cancel());

  const [hasFrame] = useState(() => history.length < mostEntries);
  const onFrameLoad = useFrameHistory(() => void cancel());
  useEffect(() => {
    if (hasFrame) element.current?.submit();
  }, [hasFrame]);

  const openWindow = (): void => {
    const name = `${frame}-window`;
    if (element.current === null || window.open('', name, 'width=520,height=720') === null) return;
    element.current.target = name;
    element.current.submit();
  };

  return (
    <>
      <div className={dialogCss.body}>
        <p className="lead">{lead}</p>
        {hasFrame && <IssuerFrame name={frame} host={new URL(form.postUrl).host} onLoad={onFrameLoad} />}
        <form ref={element} method="post" action={form.postUrl} target={frame} hidden>
          {form.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={ofBrowser(name, now) ?? value} readOnly />
          ))}
        </form>
        <Waiting label={t('card.verifyWaiting')} />
        <NoIssuerPage
          isAsking={isAsking}
          isStillWaiting={isStillWaiting}
          onOpen={openWindow}
          onCheck={() => void check()}
        />
      </div>
      <div className={dialogCss.foot}>
        {isTooLate && (
          <Notice kind="warn" role="alert">
            {t('payment.tooLate')}
          </Notice>
        )}
        <Button kind="plain" busy={isAsking} onClick={() => void cancel()}>
          {isTooLate ? t('common.close') : cancelLabel}
        </Button>
      </div>
    </>
  );
}

type NoPageProps = {
  isAsking: boolean;
  isStillWaiting: boolean;
  onOpen: () => void;
  onCheck: () => void;
};

/** What to do when the page of the issuer does not come. */
function NoIssuerPage({ isAsking, isStillWaiting, onOpen, onCheck }: NoPageProps) {
  const { t } = useText();
  return (
    <section className={paymentStepsCss.issuerLost}>
      <h3>{t('payment.noIssuerPage')}</h3>
      <p>{t('payment.noIssuerPageHow')}</p>
      <p className="actions">
        <Button onClick={onOpen}>{t('payment.openWindow')}</Button>
        <Button busy={isAsking} onClick={onCheck}>
          {t('payment.check')}
        </Button>
      </p>
      <p role="status">{isStillWaiting && t('payment.stillWaiting')}</p>
    </section>
  );
}

/** Runs what it likes in its own place, and leads the page nowhere. */
const allowed = 'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

type FrameProps = { name: string; host: string; onLoad: () => void };

function IssuerFrame({ name, host, onLoad }: FrameProps) {
  const { t } = useText();
  return (
    <div className={paymentStepsCss.issuer}>
      <p className={paymentStepsCss.issuerBar}>
        <Icon name="seal" small />
        <span>{t('payment.issuerPage')}</span>
        <span className="soft">{host}</span>
      </p>
      <iframe name={name} title={t('card.verifyFrame')} sandbox={allowed} onLoad={onLoad} />
    </div>
  );
}

/** Browsers keep fifty; where a frame and we find no room for ours, the issuer gets a window. */
const mostEntries = 36;

/**
 * The pages of a frame make entries of history, which lead nowhere once it is gone, and to which Back leads
 * again and again where such a page sends itself on. So an entry of our own lies above them, with the same
 * address and a mark: Back leaves that, which we hear. Below all of them lies the first, before which we go
 * when the frame is gone.
 * @returns to call when a page of the frame has come
 */
function useFrameHistory(onBack: () => void): () => void {
  const latest = useRef(onBack);
  const highest = useRef(0);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    markEntry();
    let lowest = history.length;
    highest.current = lowest;
    const stop = hearSteps(() => {
      const isMarked = history.state?.issuer === true;
      markEntry();
      highest.current = history.length;
      if (!isMarked) lowest = history.length;
      latest.current();
    });
    return () => {
      stop();
      // Some browsers have forgotten the entries of the frame by then.
      setTimeout(() => {
        if (history.state?.issuer === true) history.go(lowest - history.length - 1);
      });
    };
  }, []);
  return () => {
    if (history.length > highest.current) markEntry();
    highest.current = history.length;
  };
}

/** Around the router and what holds Back (decision 041): it is no way to anywhere. */
function markEntry(): void {
  History.prototype.pushState.call(history, { ...history.state, issuer: true }, '');
}

/** What an issuer wants to know of the browser (EMV 3-D Secure); null for what the gateway filled in. */
function ofBrowser(name: string, now: string): string | null {
  const { language } = navigator;
  const { colorDepth, height, width, pixelDepth } = window.screen;
  const told: Readonly<Record<string, string>> = {
    TDS2_Navigator_language: language,
    TDS2_Navigator_javaEnabled: 'false',
    TDS2_Navigator_jsEnabled: 'true',
    TDS2_Screen_colorDepth: String(colorDepth),
    TDS2_Screen_height: String(height),
    TDS2_Screen_width: String(width),
    TDS2_Screen_PixelDepth: String(pixelDepth),
    TDS2_TimezoneOffset: String(new Date(now).getTimezoneOffset()),
  };
  return told[name] ?? null;
}
