/** What could not be read, and a press that tries again. Without script it reloads the page. */
import { Link, useLocation } from 'react-router';
import { useText } from '#web/text/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

export function Retry() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="retry">
      <Link className="button button-secondary" to={pathname + search} replace preventScrollReset>
        <Icon name="info" />
        {t('validation.fetchFailed')}
      </Link>
    </p>
  );
}
