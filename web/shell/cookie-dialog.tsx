/** What is counted when, and the choice; fetched when somebody asks for it. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { asksNotToBeTracked, type Choice, choiceCookie, readChoice } from '#web/visit-choice.ts';

type State = { choice: Choice | null; isAsked: boolean; isSaved: boolean };

export function CookieDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [state, setState] = useState<State>(() => ({
    choice: readChoice(document.cookie),
    isAsked: asksNotToBeTracked(),
    isSaved: false,
  }));
  const choose = (choice: Choice): void => {
    // biome-ignore lint/suspicious/noDocumentCookie: CookieStore is not in every browser yet
    document.cookie = choiceCookie(choice);
    setState({ ...state, choice, isSaved: true });
  };
  return (
    <Dialog open title={t('cookies.title')} closeLabel={t('a11y.closeDialog')} onClose={onClose}>
      <Choices state={state} choose={choose} />
    </Dialog>
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
        <div className="actions">
          <button
            type="button"
            className="button button-secondary"
            aria-pressed={choice === 'yes'}
            onClick={() => choose('yes')}
          >
            {t('cookies.accept')}
          </button>
          <button
            type="button"
            className="button button-secondary"
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
