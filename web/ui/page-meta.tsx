/** Title, description, canonical address and its translations of a page (ux.md §8). */

import { useText } from '#web/text/text.tsx';
import { useShell } from '#web/ui/shell.ts';

type Props = {
  title: string;
  description?: string;
  /** Address in Icelandic without query; absent on pages that search engines must not keep. */
  path?: string;
};

export function PageMeta({ title, description, path }: Props) {
  const { t, locale } = useText();
  const { origin } = useShell();
  const icelandic = path === undefined || path === '' ? '/' : path;
  const english = icelandic === '/' ? '/en' : `/en${icelandic}`;
  return (
    <>
      <title>{t('brand.titleTemplate', { page: title })}</title>
      {description !== undefined && <meta name="description" content={description} />}
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content={t('brand.name')} />
      <meta property="og:locale" content={locale === 'is' ? 'is_IS' : 'en_GB'} />
      {description !== undefined && <meta property="og:description" content={description} />}
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + (locale === 'is' ? icelandic : english)} />
          <link rel="alternate" hrefLang="is" href={origin + icelandic} />
          <link rel="alternate" hrefLang="en" href={origin + english} />
          <link rel="alternate" hrefLang="x-default" href={origin + icelandic} />
        </>
      )}
    </>
  );
}
