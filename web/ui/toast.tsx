/**
 * One passing notice with at most one action; stays ten seconds, longer under pointer or focus. Never the
 * only place for an error or a receipt. While a dialog is open it must stand inside it: all else is inert.
 */
import { type FocusEvent, useEffect, useRef } from 'react';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from './button.module.css';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import * as toastCss from './toast.module.css';

const staySeconds = 10;

/** Another object is another message; `turn` tells those with the same words apart. */
export type ToastMessage = { text: string; turn?: number };

type Props = {
  message: ToastMessage | null;
  action?: { label: string; act: () => void } | undefined;
  onGone: () => void;
};

/** Shows the region while there is a message, and calls `onGone` when its time is over. */
function usePassingRegion(message: ToastMessage | null, onGone: () => void) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = region.current;
    if (message === null) {
      element?.hidePopover();
      return;
    }
    element?.showPopover();
    let left = staySeconds;
    const timer = setInterval(() => {
      left = element?.matches(':hover, :focus-within') ? staySeconds : left - 1;
      if (left === 0) onGone();
    }, 1000);
    return () => clearInterval(timer);
  }, [message, onGone]);
  return region;
}

export function Toast({ message, action, onGone }: Props) {
  const { t } = useText();
  const region = usePassingRegion(message, onGone);
  const focusedBefore = useRef<HTMLElement | null>(null);

  const rememberFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget;
  };
  const close = (): void => {
    focusedBefore.current?.focus({ preventScroll: true });
    onGone();
  };

  return (
    <>
      {/* What is shown anew at the same moment would not be read out. */}
      <div className="visually-hidden" role="status">
        <p key={message?.turn}>{message?.text}</p>
      </div>
      <section
        ref={region}
        className={toastCss.toasts}
        popover="manual"
        aria-label={t('a11y.toastRegion')}
        onFocus={rememberFocus}
      >
        {message !== null && (
          <div className={toastCss.toast}>
            <span>{message.text}</span>
            {action && (
              <Button kind="plain" onClick={action.act}>
                {action.label}
              </Button>
            )}
            <button
              type="button"
              className={buttonCss.iconButton}
              aria-label={t('a11y.closeToast')}
              onClick={close}
            >
              <Icon name="x" />
            </button>
          </div>
        )}
      </section>
    </>
  );
}
