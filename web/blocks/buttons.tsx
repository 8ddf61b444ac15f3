/** The buttons of a section: links in the colours that the editor chose. */
import type { Button } from '#contract/content.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ContentLink, safeUrl } from './content-link.tsx';

export function Buttons({ buttons }: { buttons: readonly Button[] }) {
  const safe = buttons.filter(({ url }) => safeUrl(url) !== null);
  if (safe.length === 0) return null;
  return (
    <p className="actions">
      {safe.map(({ text, url, color }) => (
        <ContentLink key={text + url} url={url} className={buttonClass({ color })}>
          {text}
        </ContentLink>
      ))}
    </p>
  );
}
