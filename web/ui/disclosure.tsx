/** Something that opens in place; works without script, and prints opened. */
import type { ReactNode } from 'react';
import * as disclosureCss from './disclosure.module.css';
import { Icon } from './icon.tsx';

export function Disclosure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <details className={disclosureCss.disclosure}>
      <summary>
        {name}
        <Icon name="down" small />
      </summary>
      <div>{children}</div>
    </details>
  );
}
