/**
 * The issuer asks its cardholder: its page stands in a frame of its own, which is none of ours, or in a
 * window. We only post what the gateway gave us there.
 */
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Waiting } from '#web/ui/progress.tsx';
import { useShell } from '#web/ui/shell.ts';
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
  const { check, cancel, isAsking, isStillWaiting } = useVerification(verificationId, onEnd);
  const { now } = useShell();
  const frame = `issuer-${useId()}`;
  const element = useRef<HTMLFormElement>(null);
  useStepFrame(t('card.verifyTitle'), false, () => void cancel());

  const [hasFrame] = useState(() => history.length < mostEntries);
  useFrameHistory();
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
      <div className="body">
        <p className="lead">{lead}</p>
        {hasFrame && <IssuerFrame name={frame} host={new URL(form.postUrl).host} />}
        <form ref={element} method="post" action={form.postUrl} target={frame} hidden>
          {form.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={ofBrowser(name, now) ?? value} readOnly />
          ))}
        </form>
        <Waiting label={t('card.verifyWaiting')} />
        <section className="issuer-lost">
          <h3>{t('payment.noIssuerPage')}</h3>
          <p>{t('payment.noIssuerPageHow')}</p>
          <p className="actions">
            <Button onClick={openWindow}>{t('payment.openWindow')}</Button>
            <Button busy={isAsking} onClick={() => void check()}>
              {t('payment.check')}
            </Button>
          </p>
          <p role="status">{isStillWaiting && t('payment.stillWaiting')}</p>
        </section>
      </div>
      <div className="foot">
        <Button kind="plain" busy={isAsking} onClick={() => void cancel()}>
          {cancelLabel}
        </Button>
      </div>
    </>
  );
}

/** Runs what it likes in its own place, and leads the page nowhere. */
const allowed = 'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

function IssuerFrame({ name, host }: { name: string; host: string }) {
  const { t } = useText();
  return (
    <div className="issuer">
      <p className="issuer-bar">
        <Icon name="seal" small />
        <span>{t('payment.issuerPage')}</span>
        <span className="soft">{host}</span>
      </p>
      <iframe name={name} title={t('card.verifyFrame')} sandbox={allowed} />
    </div>
  );
}

/** Browsers keep fifty; where a frame finds no room for its own, the issuer gets a window. */
const mostEntries = 44;

/**
 * The pages of a frame leave entries of history behind that lead nowhere. They come to lie above one of our
 * own, with the same address and a mark, so that it is known how far to go back when the frame is gone.
 */
function useFrameHistory(): void {
  useEffect(() => {
    // Around the router and what holds Back (decision 041): it is no way to anywhere.
    History.prototype.pushState.call(history, { ...history.state, issuer: true }, '');
    const own = history.length;
    return () => {
      // Some browsers have forgotten the entries of the frame by then.
      setTimeout(() => {
        if (history.state?.issuer === true) history.go(own - history.length - 1);
      });
    };
  }, []);
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
