/** Something that opens in place; works without script, and prints opened. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import * as disclosureCss from './disclosure.module.css';
import { Icon } from './icon.tsx';

type Props = {
  name: ReactNode;
  children: ReactNode;
  /** A link to something inside opens it, also in browsers that do not do so by themselves. */
  opensByHash?: boolean;
};

export function Disclosure({ name, children, opensByHash = false }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed again
  useEffect(() => {
    const target = opensByHash && hash !== '' ? document.getElementById(hash.slice(1)) : null;
    if (!target || !details.current?.contains(target)) return;
    details.current.open = true;
    target.focus();
  }, [opensByHash, hash, key]);
  return (
    <details ref={details} className={disclosureCss.disclosure}>
      <summary>
        {name}
        <Icon name="down" small />
      </summary>
      <div>{children}</div>
    </details>
  );
}
