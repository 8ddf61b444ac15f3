/** What is counted when, and the choice; fetched when somebody asks for it. */
import { useState } from 'react';
import { useText } from '#web/text/text.tsx';
import { readCookies, writeCookie } from '#web/ui/browser-store.ts';
import * as buttonCss from '#web/ui/button.module.css';
import * as dialogCss from '#web/ui/dialog.module.css';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { asksNotToBeTracked, type Choice, choiceCookie, readChoice } from '#web/visits/visit-choice.ts';

type State = { choice: Choice | null; isAsked: boolean; saving: 'saved' | 'blocked' | null };

export function CookieDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [state, setState] = useState<State>(() => ({
    choice: readChoice(readCookies()),
    isAsked: asksNotToBeTracked(),
    saving: null,
  }));
  const choose = (choice: Choice): void => {
    const isKept = writeCookie(choiceCookie(choice));
    setState({ ...state, choice: isKept ? choice : null, saving: isKept ? 'saved' : 'blocked' });
  };
  return (
    <Dialog open title={t('cookies.title')} closeLabel={t('a11y.closeDialog')} onClose={onClose}>
      <Choices state={state} choose={choose} />
    </Dialog>
  );
}

function Choices({ state, choose }: { state: State; choose: (choice: Choice) => void }) {
  const { t } = useText();
  const { choice, isAsked, saving } = state;
  return (
    <div className={dialogCss.body}>
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
            className={`${buttonCss.button} ${buttonCss.secondary}`}
            aria-pressed={choice === 'yes'}
            onClick={() => choose('yes')}
          >
            {choice === 'yes' && <Icon name="check" small />}
            {t('cookies.accept')}
          </button>
          <button
            type="button"
            className={`${buttonCss.button} ${buttonCss.secondary}`}
            aria-pressed={choice !== 'yes'}
            onClick={() => choose('no')}
          >
            {choice !== 'yes' && <Icon name="check" small />}
            {t('cookies.reject')}
          </button>
        </div>
      )}
      <div role="status">
        {saving === 'saved' && <Notice kind="success">{t('cookies.saved')}</Notice>}
        {saving === 'blocked' && <Notice kind="info">{t('cookies.blocked')}</Notice>}
      </div>
    </div>
  );
}
