/** A section under a ruled line, as in an almanac; at most one link beside its heading. */
import { type ReactNode, useId } from 'react';
import * as sectionCss from './section.module.css';

export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={sectionCss.section} aria-labelledby={id}>
      <div className={sectionCss.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
