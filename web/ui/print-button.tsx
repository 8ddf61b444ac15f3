/** Prints the page; not shown where there is no script. */

import * as buttonCss from './button.module.css';
import { Icon } from './icon.tsx';
import * as needsScriptCss from './needs-script.module.css';

export function PrintButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      className={`${buttonCss.button} ${buttonCss.secondary} ${needsScriptCss.needsScript}`}
      onClick={() => window.print()}
    >
      <Icon name="print" />
      {label}
    </button>
  );
}
