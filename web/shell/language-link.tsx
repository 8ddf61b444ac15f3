import { Link, useLocation } from 'react-router';
import { translated } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';

/** This page in the other language, which the link names in its own words. */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const other = locale === 'is' ? 'en' : 'is';
  return (
    <Link
      className={className}
      to={translated(pathname, search)}
      lang={other}
      hrefLang={other}
      preventScrollReset
    >
      {t(`language.${other}`)}
    </Link>
  );
}
