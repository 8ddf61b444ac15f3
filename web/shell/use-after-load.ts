/** Starts what waits until the page is there, in a moment when nothing else is done. */
import { use, useEffect } from 'react';
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router';

export function useAfterLoad(): void {
  const manifest = use(UNSAFE_FrameworkContext)?.manifest;
  const router = use(UNSAFE_DataRouterContext)?.router;

  useEffect(() => {
    if (manifest === undefined || router === undefined) return;
    let stop = (): void => {};
    let isOver = false;
    const codeOf = (path: string): string[] =>
      (router.match(path) ?? []).flatMap(({ route }) => {
        const { module, imports = [] } = manifest.routes[route.id] ?? {};
        return module === undefined ? [] : [module, ...imports];
      });
    const start = async (): Promise<void> => {
      const { afterLoad } = await import('./after-load.ts');
      if (!isOver) stop = afterLoad(codeOf);
    };
    const waiting = setTimeout(() => void start().catch(() => {}), 1_000);
    return () => {
      isOver = true;
      clearTimeout(waiting);
      stop();
    };
  }, [manifest, router]);
}
