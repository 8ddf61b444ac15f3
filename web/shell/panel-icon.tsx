/** The names of the panels, and the button of the header that opens one: there before any panel wakes. */

import * as buttonCss from '#web/ui/button.module.css';
import { Icon, type IconName } from '#web/ui/icon.tsx';

export type PanelName = 'mobile' | 'search' | 'menu' | 'auth' | 'user-menu' | 'credit-card';

export const panelId = (name: PanelName) => `panel-${name}`;

/** A button that shows an icon and opens a panel. */
export function PanelIcon(props: {
  opens: PanelName;
  icon: IconName;
  label: string;
  className?: string | undefined;
}) {
  return (
    <button
      type="button"
      className={`${buttonCss.iconButton} ${props.className ?? ''}`}
      popoverTarget={panelId(props.opens)}
      aria-label={props.label}
    >
      <Icon name={props.icon} />
    </button>
  );
}
