/** The choice about counting of visits: in the footer, off until somebody says yes. */
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { asksNotToBeTracked, type Choice, choiceCookie, readChoice } from '#web/counting-choice.ts';
import { useText } from '#web/text/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useShell } from '#web/ui/shell.ts';

type State = { choice: Choice | null; isAsked: boolean; isSaved: boolean };

export function CookieChoice() {
  const { t } = useText();
  const { counter } = useShell();
  const [state, setState] = useState<State | null>(null);
  if (counter === null) return null;
  const open = (): void =>
    setState({ choice: readChoice(document.cookie), isAsked: asksNotToBeTracked(), isSaved: false });
  return (
    <>
      <button type="button" className="btn btn-3" onClick={open}>
        {t('footer.cookies')}
      </button>
      {state !== null &&
        // Beside the frame, since a dialog with a head of its own is no part of the footer.
        createPortal(
          <Dialog
            open
            title={t('cookies.title')}
            closeLabel={t('a11y.closeDialog')}
            onClose={() => setState(null)}
          >
            <Choices
              state={state}
              choose={(choice) => {
                // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet
                document.cookie = choiceCookie(choice);
                setState({ ...state, choice, isSaved: true });
              }}
            />
          </Dialog>,
          document.body,
        )}
    </>
  );
}

function Choices({ state, choose }: { state: State; choose: (choice: Choice) => void }) {
  const { t } = useText();
  const { choice, isAsked, isSaved } = state;
  return (
    <div className="stack">
      <p>{t('cookies.text')}</p>
      <h3>{t('cookies.necessary')}</h3>
      <p>{t('cookies.necessaryText')}</p>
      <h3>{t('cookies.analytics')}</h3>
      <p>{t('cookies.analyticsText')}</p>
      {isAsked ? (
        <Notice kind="info">{t('cookies.dnt')}</Notice>
      ) : (
        <div className="acts">
          <button
            type="button"
            className="btn btn-2"
            aria-pressed={choice === 'yes'}
            onClick={() => choose('yes')}
          >
            {t('cookies.accept')}
          </button>
          <button
            type="button"
            className="btn btn-2"
            aria-pressed={choice !== 'yes'}
            onClick={() => choose('no')}
          >
            {t('cookies.reject')}
          </button>
        </div>
      )}
      <div role="status">{isSaved && <Notice kind="success">{t('cookies.saved')}</Notice>}</div>
    </div>
  );
}
