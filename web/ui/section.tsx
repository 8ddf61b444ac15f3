/** A section under a ruled line, as in an almanac; at most one link beside its heading. */
import { type ReactNode, useId } from 'react';
import * as sectionCss from './section.module.css';

type Props = {
  title: string;
  aside?: ReactNode;
  /** The id of the heading that tells it from another section of the same title. */
  of?: string | undefined;
  children: ReactNode;
};

export function Section({ title, aside, of, children }: Props) {
  const id = useId();
  return (
    <section className={sectionCss.section} aria-labelledby={of === undefined ? id : `${id} ${of}`}>
      <div className={sectionCss.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
