/** A panel under the header: a native popover, so that it opens and closes before script arrives. */
import { type ReactNode, useRef } from 'react';
import { useText } from '#web/text/text.tsx';
import * as buttonCss from '#web/ui/button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import * as panelCss from './panel.module.css';
import { type PanelName, panelId } from './panel-icon.tsx';
import { usePanelRules } from './panel-rules.ts';

/** All panels of the page; what stands beside it in the page is inert while one of them is modal. */
export function PanelBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  usePanelRules(box);
  return <div ref={box}>{children}</div>;
}

const widths: { [name in PanelName]?: string | undefined } = { menu: panelCss.menu, search: panelCss.search };

type Of = { name: PanelName };

export function Panel({ name, title, children }: Of & { title: string; children: ReactNode }) {
  return (
    <PanelBody name={name}>
      <PanelHead name={name} title={title} />
      {children}
    </PanelBody>
  );
}

export function PanelBody({ name, children }: Of & { children: ReactNode }) {
  const id = panelId(name);
  return (
    <div
      id={id}
      className={`${panelCss.panel} ${widths[name] ?? ''}`}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-title`}
    >
      {children}
    </div>
  );
}

export function PanelHead({ name, title }: Of & { title: string }) {
  const { t } = useText();
  const id = panelId(name);
  return (
    <div className={panelCss.head}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <button
        type="button"
        className={buttonCss.iconButton}
        popoverTarget={id}
        popoverTargetAction="hide"
        aria-label={t('nav.closePanel', { name: title })}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}
