/** The evidence of a draw; its script comes when somebody reaches for the page. */
import type { ComponentProps } from 'react';
import { LazyIsland, lazyIsland } from '#web/ui/lazy-island.tsx';
import type { EvidencePanel } from './evidence-panel.tsx';

const Panel = lazyIsland(() => import('./evidence-panel.tsx').then(({ EvidencePanel }) => EvidencePanel));

export function Evidence(props: ComponentProps<typeof EvidencePanel>) {
  return (
    <LazyIsland>
      <Panel {...props} />
    </LazyIsland>
  );
}
