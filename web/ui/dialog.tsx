/**
 * A native modal dialog, labelled by its heading, which takes the focus first; the browser gives it back to
 * the opener. Rendered open on the server it is an ordinary box, so that it works before script arrives.
 */
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { holdBack } from './back.ts';
import * as buttonCss from './button.module.css';
import * as dialogCss from './dialog.module.css';
import { Icon } from './icon.tsx';
import { lockPage } from './page-lock.ts';

type Props = {
  open: boolean;
  title: string;
  /** Null: the dialog has no way out of its own, only what stands in it. */
  closeLabel: string | null;
  onClose: () => void;
  /** A way to what the dialog showed before. */
  back?: { label: string; act: () => void };
  /** False while something typed or under way would be lost by pressing outside. */
  closesOutside?: boolean;
  /** True while closing is not allowed: a purchase is under way. */
  held?: boolean;
  className?: string | undefined;
  game?: string;
  children: ReactNode;
};

/** Opens and closes the element; its heading takes the focus then, and whenever the title changes. */
function useModal(open: boolean, title: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownTitle = useRef(title);

  useEffect(() => (open ? lockPage() : undefined), [open]);

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!open) return element.close();
    if (element.matches(':modal')) return;
    // Somebody may type in it already.
    const { activeElement } = document;
    element.removeAttribute('open');
    element.showModal();
    const typedIn = element.contains(activeElement) ? (activeElement as HTMLElement) : null;
    (typedIn ?? heading.current)?.focus({ preventScroll: true });
    // One that is taken away while it is open gives nothing back by itself.
    return () => {
      if (!element.isConnected && activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, [open]);

  // A new title is a new step, which is read out, and shown from its beginning.
  useEffect(() => {
    if (shownTitle.current !== title && dialog.current?.matches(':modal')) {
      heading.current?.focus({ preventScroll: true });
      dialog.current.scrollTop = 0;
    }
    shownTitle.current = title;
  }, [title]);

  return { dialog, heading };
}

/** Back is one of the ways out of a dialog that has any. */
function useBack({ open, held = false, closeLabel, onClose }: Props): void {
  const now = useRef({ held, onClose });
  useEffect(() => {
    now.current = { held, onClose };
  });
  const isHolding = open && closeLabel !== null;
  useEffect(() => {
    if (!isHolding) return;
    return holdBack({ isHeld: () => now.current.held, close: () => now.current.onClose() });
  }, [isHolding]);
}

export function Dialog(props: Props) {
  const { open, title, closeLabel, onClose, closesOutside = true, held = false, className } = props;
  const { dialog, heading } = useModal(open, title);
  useBack(props);
  const id = useId();
  // The attribute belongs to the browser; React only writes it into the page that the server makes.
  const [wasOpen] = useState(open);

  const press = (event: MouseEvent): void => {
    if (event.target === dialog.current && closesOutside && !held) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={`${dialogCss.dialog} ${className ?? ''}`}
      aria-labelledby={id}
      data-game={props.game}
      // Presses outside are decided below, since what was typed must not be lost by one.
      closedby={held ? 'none' : 'closerequest'}
      open={wasOpen}
      onMouseDown={press}
      onCancel={(event) => {
        event.preventDefault();
        if (!held) onClose();
      }}
      onClose={() => {
        // The event comes late: the dialog may be closed on purpose, or open again already.
        if (!open || dialog.current?.open) return;
        // Browsers let a repeated Escape through: a held dialog opens again.
        if (held) dialog.current?.showModal();
        else onClose();
      }}
    >
      <div className={dialogCss.head}>
        {props.back && (
          <HeadButton icon="left" label={props.back.label} isOff={held} onPress={props.back.act} />
        )}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {closeLabel !== null && <HeadButton icon="x" label={closeLabel} isOff={held} onPress={onClose} />}
      </div>
      {props.children}
    </dialog>
  );
}

type HeadButtonProps = { icon: 'left' | 'x'; label: string; isOff: boolean; onPress: () => void };

function HeadButton({ icon, label, isOff, onPress }: HeadButtonProps) {
  return (
    <button
      type="button"
      className={buttonCss.iconButton}
      aria-label={label}
      onClick={onPress}
      disabled={isOff}
    >
      <Icon name={icon} />
    </button>
  );
}
