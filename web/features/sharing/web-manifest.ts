/** `/manifest.webmanifest`: name, colours and icons for those who keep the site on their screen. */
import type { LoaderFunctionArgs } from 'react-router';
import { wordsIn } from '#web/loaders/page-texts.server.ts';
import { token } from './tokens.server.ts';

export function loader({ context }: LoaderFunctionArgs): Response {
  const { t } = wordsIn(context, 'is');
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const manifest = {
    name: t('brand.name'),
    short_name: t('brand.name'),
    description: t('brand.description'),
    lang: 'is',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: token('canvas'),
    theme_color: token('canvas'),
    icons: [192, 512].flatMap((size) => [icon(size, 'any'), icon(size, 'maskable')]),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
