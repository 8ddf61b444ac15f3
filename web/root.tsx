import { type ComponentType, Fragment, type ReactNode, use, useEffect, useRef, useState } from 'react';

import {
  data,
  type HeadersArgs,
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteError,
} from 'react-router';
import font from '../.fonts/text.woff2?no-inline';
import favicon from './assets/favicon.svg?no-inline';
import { GuardScript, StartScripts, useHydrated } from './document/deferred-scripts.tsx';
import { ContactWords } from './page/contact-words.tsx';
import { type SentShell, ShellContext, useSentShell } from './page/shell.ts';
import { usePlayerTurn } from './personal/player-turn.ts';
import { AuthDialogProvider } from './shell/auth-dialog-provider.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Banner, Header } from './shell/header.tsx';
import { Panels } from './shell/panels.tsx';
import { PaymentsProvider } from './shell/payments-provider.tsx';
import { SessionProvider } from './shell/session-provider.tsx';
import { loadCsrf, loadShell } from './shell/shell-data.server.ts';
import styles from './styles/app.css?url';
import { TextProvider, useText } from './text/text.tsx';
import { hydrateIslands, LazyIsland, lazyIsland } from './ui/lazy-island.tsx';
import { keepAffiliate } from './visits/affiliate.ts';

const Footer = lazyIsland(() => import('./shell/footer.tsx').then(({ Footer }) => Footer));

export const links = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [shell, { csrfToken, cookies }] = await Promise.all([
    loadShell(request, context),
    loadCsrf(request, context),
  ]);
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  return data({ ...shell, csrfToken } satisfies SentShell, { headers });
}

export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  hydrateIslands();
  return defaultShouldRevalidate;
}

export const headers = ({ loaderHeaders }: HeadersArgs): Headers => loaderHeaders;

export function Layout({ children }: { children: ReactNode }) {
  const shell = useSentShell();
  const isStatic = useMatches().some(
    ({ handle }) => (handle as { isStatic?: boolean } | undefined)?.isStatic,
  );
  const theme = shell?.theme === 'light' || shell?.theme === 'dark' ? shell.theme : undefined;
  return (
    <html lang={shell?.locale ?? 'is'} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!isStatic && <GuardScript />}
        <Meta />
        {/* This sheet declares the order of the layers, so it comes first. */}
        <link rel="stylesheet" href={styles} />
        <Links />
        {shell && !isStatic && (
          <link rel="preload" href={shell.frame} as="fetch" crossOrigin="anonymous" data-frame="" />
        )}
      </head>
      <body>
        {shell ? (
          <ShellContext value={shell}>
            <TextProvider locale={shell.locale} base={shell.texts}>
              <ContactWords>
                <Frame>{children}</Frame>
              </ContactWords>
            </TextProvider>
          </ShellContext>
        ) : (
          children
        )}
        {!isStatic && (
          <>
            <ScrollRestoration />
            <Scripts />
            <StartScripts />
          </>
        )}
      </body>
    </html>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useText();
  const main = useHeadingFocus();
  const turn = usePlayerTurn();
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the query is the cause
  useEffect(keepAffiliate, [search]);
  useHydrated();
  return (
    <SessionProvider>
      <PaymentsProvider>
        <AuthDialogProvider>
          <p className="too-old">{t('a11y.tooOld')}</p>
          <a className="skip" href="#efni">
            {t('nav.skipToContent')}
          </a>
          <Header />
          <Panels />
          <Banner />
          <main id="efni" ref={main} tabIndex={-1}>
            <Fragment key={turn}>{children}</Fragment>
          </main>
          <LazyIsland>
            <Footer />
          </LazyIsland>
          <AfterLoad />
        </AuthDialogProvider>
      </PaymentsProvider>
    </SessionProvider>
  );
}

/** By itself: were the frame drawn anew for it, React would throw away what still sleeps in it. */
function AfterLoad() {
  const [Watches, setWatches] = useState<ComponentType | null>(null);
  useEffect(() => startAfterLoad((loaded) => setWatches(() => loaded)), []);
  return Watches && <Watches />;
}

/** What waits until the page is there is started in a moment when nothing else is done. */
function startAfterLoad(show: (watches: ComponentType) => void): () => void {
  const waiting = setTimeout(() => {
    // Without it the page misses nothing.
    import('./shell/after-load.tsx')
      .then(({ afterLoad, Watches }) => {
        show(Watches);
        return afterLoad();
      })
      .catch(() => {});
  }, 1_000);
  return () => clearTimeout(waiting);
}

/** A new page takes the focus to its heading, so that it is read out. */
function useHeadingFocus() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const shell = use(ShellContext);
  if (shell === null) return <h1>Hending</h1>;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={isLostAnswer(error) ? 0 : 500} />;
  const details = error.data as { code?: string; errorId?: string } | null;
  return <ErrorPage status={error.status} code={details?.code} errorId={details?.errorId} />;
}

/** What browsers throw when a request gets no answer; on the server nothing of the kind is thrown. */
function isLostAnswer(error: unknown): boolean {
  return (
    typeof window !== 'undefined' && error instanceof TypeError && /fetch|network|load/i.test(error.message)
  );
}
