/**
 * One passing notice with at most one action; stays ten seconds, longer under pointer or focus. Never the
 * only place for an error or a receipt. While a dialog is open it must stand inside it: all else is inert.
 */
import { useEffect, useRef, useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const stayMs = 10_000;

export type ToastMessage = { text: string; action?: { label: string; act: () => void } };

export function Toast({ message, onGone }: { message: ToastMessage | null; onGone: () => void }) {
  const { t } = useText();
  const region = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const element = region.current;
    if (message === null) {
      element?.hidePopover();
      return;
    }
    element?.showPopover();
    if (isHeld) return;
    const timer = setTimeout(onGone, stayMs);
    return () => clearTimeout(timer);
  }, [message, isHeld, onGone]);

  return (
    <section
      ref={region}
      className="toasts"
      popover="manual"
      aria-label={t('a11y.toastRegion')}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status">
        {message !== null && (
          <div className="toast">
            <span>{message.text}</span>
            {message.action && <Action action={message.action} onGone={onGone} />}
            <button type="button" className="icon-button" aria-label={t('a11y.closeToast')} onClick={onGone}>
              <Icon name="x" />
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

function Action({ action, onGone }: { action: NonNullable<ToastMessage['action']>; onGone: () => void }) {
  return (
    <Button
      kind="plain"
      onClick={() => {
        action.act();
        onGone();
      }}
    >
      {action.label}
    </Button>
  );
}
