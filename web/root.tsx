import font from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?no-inline';
import { type ReactNode, useEffect, useRef } from 'react';
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
  useLocation,
  useRouteError,
} from 'react-router';
import { keepAffiliate } from './affiliate.ts';
import favicon from './assets/favicon.svg?no-inline';
import { SignIn } from './features/auth/sign-in.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Footer } from './shell/footer.tsx';
import { Banner, Header } from './shell/header.tsx';
import { Panels } from './shell/panels.tsx';
import { SessionWatch } from './shell/session-watch.tsx';
import { loadCsrf, loadShell } from './shell/shell-data.server.ts';
import { VisitCounter } from './shell/visit-counter.tsx';
import styles from './styles/app.css?url';
import { TextProvider, useText } from './text/text.tsx';
import { type Shell, useShellIfAny } from './ui/shell.ts';

export const links = () => [
  { rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [shell, { csrfToken, cookies }] = await Promise.all([
    loadShell(request, context),
    loadCsrf(request, context),
  ]);
  const headers = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  return data({ ...shell, csrfToken } satisfies Shell, { headers });
}

export const headers = ({ loaderHeaders }: HeadersArgs): Headers => loaderHeaders;

export function Layout({ children }: { children: ReactNode }) {
  const shell = useShellIfAny();
  const theme = shell?.theme === 'light' || shell?.theme === 'dark' ? shell.theme : undefined;
  return (
    <html lang={shell?.locale ?? 'is'} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {shell ? (
          <TextProvider locale={shell.locale}>
            <Frame>{children}</Frame>
          </TextProvider>
        ) : (
          children
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useText();
  const main = useHeadingFocus();
  useEffect(keepAffiliate, []);
  return (
    <>
      <a className="skip" href="#efni">
        {t('nav.skipToContent')}
      </a>
      <Header />
      <Panels />
      <Banner />
      <main id="efni" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <SignIn />
      <SessionWatch />
      <VisitCounter />
    </>
  );
}

/** A new page takes the focus to its heading, so that it is read out (ux.md §6). */
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
  const shell = useShellIfAny();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const details = isRouteErrorResponse(error) ? (error.data as { errorId?: string } | null) : null;
  if (shell === undefined) return <h1>Hending</h1>;
  return <ErrorPage status={status} errorId={details?.errorId ?? null} />;
}
