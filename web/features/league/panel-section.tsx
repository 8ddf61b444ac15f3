/** A section beside the standings, under a ruled line. */
import { type ReactNode, useId } from 'react';
import * as leagueCss from './league.module.css';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

export function PanelSection({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className={leagueCss.panel} aria-labelledby={id}>
      <div className={leagueCss.panelHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
