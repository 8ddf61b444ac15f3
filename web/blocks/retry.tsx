/** What could not be read, and a press that tries again. Without script it reloads the page. */
import { Link, useLocation } from 'react-router';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import * as retryCss from './retry.module.css';

export function Retry() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <p className={retryCss.retry}>
      <Link
        className={`${buttonCss.button} ${buttonCss.secondary}`}
        to={pathname + search}
        replace
        preventScrollReset
      >
        <Icon name="info" />
        {t('validation.fetchFailed')}
      </Link>
    </p>
  );
}
