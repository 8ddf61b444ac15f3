/** One component of the catalogue under its name in code, in both themes. */
import { type ReactNode, useId } from 'react';
import * as sectionCss from '#web/ui/section.module.css';

type Props = {
  name: string;
  /** One theme under the other, for what needs the width of the page. */
  wide?: boolean;
  children: (theme: 'light' | 'dark') => ReactNode;
};

export function Sample({ name, wide = false, children }: Props) {
  const id = useId();
  return (
    <section className={sectionCss.section} aria-labelledby={id}>
      <div className={sectionCss.head}>
        <h2 id={id} lang="en" translate="no">
          {name}
        </h2>
      </div>
      <div className={wide ? 'themes themes-wide' : 'themes'}>
        {(['light', 'dark'] as const).map((theme) => (
          <div key={theme} data-theme={theme}>
            {children(theme)}
          </div>
        ))}
      </div>
    </section>
  );
}

/** The states of a component, side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="sample-row">{children}</div>;
}
