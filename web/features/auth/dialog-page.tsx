/**
 * What lies at an address that is nothing but a form of the dialog, for the moment until home takes its
 * place, and without script.
 */
import type { LoaderFunctionArgs } from 'react-router';
import { Link } from 'react-router';
import { textsFor } from '#web/loaders/page-texts.server.ts';
import { PageMeta } from '#web/page/page-meta.tsx';
import { pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';
import * as layoutCss from '#web/ui/layout.module.css';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import texts from './dialog-page.tsx?texts';

export const loader = (args: LoaderFunctionArgs) => ({ texts: textsFor(args, texts) });

export default function DialogPage() {
  const { t, locale } = useText();
  return (
    <div className={`wrap ${layoutCss.pageHead} measure`}>
      <PageMeta title={t('auth.login.title')} />
      <h1>{t('auth.login.title')}</h1>
      <NeedsScript />
      <p>
        <Link to={pathsFor(locale).home()}>{t('nav.home')}</Link>
      </p>
    </div>
  );
}
