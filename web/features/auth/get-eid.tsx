/** Where electronic ID is had; in a tab of its own, so that nothing typed is lost. */
import { Link } from 'react-router';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';

export function GetEid() {
  const { t, locale } = useText();
  return (
    <p>
      <Link to={pathsFor(locale).page('hjalp')} target="_blank">
        {t('auth.eLogin.getEid')}
      </Link>
    </p>
  );
}
