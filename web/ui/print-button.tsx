/** Prints the page; not shown where there is no script. */
import { Icon } from './icon.tsx';

export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" className="button button-secondary needs-script" onClick={() => window.print()}>
      <Icon name="print" />
      {label}
    </button>
  );
}
