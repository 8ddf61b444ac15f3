/** What was taken from the slip: said in a toast, and taken back there or beside the rows. */
import { useMemo } from 'react';
import type { Translate } from '#texts/format.ts';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Toast } from '#web/ui/toast.tsx';
import { focusGrid, focusJokerButton } from './focus.ts';
import type { Act } from './undo.ts';
import type { SlipDesk } from './use-slip.ts';

/** Takes the last act back; the focus stays for the next one, or goes to what came back. */
function undoOne({ acts, undo }: SlipDesk): void {
  undo();
  if (acts.length > 1) return;
  const isJoker = acts.some(({ what }) => what === 'jokerRemoved' || what === 'jokerReplaced');
  if (isJoker) focusJokerButton();
  else focusGrid({ preventScroll: true });
}

export function SlipToast({ desk }: { desk: SlipDesk }) {
  const { t } = useText();
  const { told, acts, hear } = desk;
  const next = acts.at(-1);
  const message = useMemo(() => {
    if (told === null) return null;
    const { turn, isUndone } = told;
    if (!isUndone) return { turn, text: said(t, told.act) };
    const earlier = next && t('play.undoneEarlier', { change: said(t, next) });
    return { turn, text: earlier ?? t('play.undone') };
  }, [told, next, t]);
  const action = next && { label: t('common.undo'), act: () => undoOne(desk) };
  return <Toast message={message} action={action} onGone={hear} />;
}

/** For who comes back to it after the toast is gone. */
export function UndoButton({ desk }: { desk: SlipDesk }) {
  const { t } = useText();
  const next = desk.acts.at(-1);
  if (next === undefined) return null;
  return (
    <button type="button" className={`${buttonCss.button} ${buttonCss.plain}`} onClick={() => undoOne(desk)}>
      {t('common.undo')}
      <span className="visually-hidden">: {said(t, next)}</span>
    </button>
  );
}

const said = (t: Translate, { what, ...row }: Act): string => t(`play.acts.${what}`, row);
