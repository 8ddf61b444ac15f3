/**
 * What a press has done when its button is gone with what it did: takes the focus, so that it is read once
 * and the keyboard goes on from there. It is taken away when the next press begins.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import * as doneCss from './done.module.css';
import { Notice } from './notice.tsx';

export function Done({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={doneCss.notice}>
      <Notice kind="success">{children}</Notice>
    </div>
  );
}
