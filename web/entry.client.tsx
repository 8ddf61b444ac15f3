import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isTranslated, tolerateMovedNodes } from './document/moved-nodes.ts';
import { loadFrame } from './page/frame-parts.ts';
import { fetchAuthDialog } from './shell/auth-code.ts';

tolerateMovedNodes();

const isSigningIn = new URLSearchParams(window.location.search).get('login') === 'true';
// Without the code the dialog stays as the server made it, and its form works.
await Promise.all([loadFrame(), isSigningIn && fetchAuthDialog()]);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      // React redraws parts that a translator changed, which is not an error of the page.
      onRecoverableError: (error) => {
        if (!isTranslated()) reportError(error);
      },
    },
  );
});
