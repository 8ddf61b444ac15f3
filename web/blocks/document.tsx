/** A file to read or keep, with its format and size, as a link or as a button. */
import type { Block } from '#contract/content.ts';
import type { Locale } from '#texts/evaluate.ts';
import { decimal } from '#texts/number.ts';
import { useText } from '#web/text/text.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ContentLink } from './content-link.tsx';
import * as documentCss from './document.module.css';

type Props = { block: Extract<Block, { __typename: 'DocumentBlockRecord' }> };

export function DocumentBlock({ block }: Props) {
  const { t, locale } = useText();
  const { url, title, format, filename, size } = block.document;
  return (
    <ContentLink
      url={url}
      className={block.showAsButton ? buttonClass({ kind: 'secondary' }) : documentCss.document}
    >
      <Icon name="dl" />
      <span>
        {t('content.documentSize', {
          title: title || filename,
          format: format.toUpperCase(),
          size: fileSize(locale, size),
        })}
      </span>
    </ContentLink>
  );
}

const steps = [
  [1_000_000, 'MB'],
  [1_000, 'kB'],
] as const;

/** `1,2 MB`, `340 kB`, `12 B`; `bytes` is a whole number. */
export function fileSize(locale: Locale, bytes: number): string {
  const [unit, name] = steps.find(([least]) => bytes >= least) ?? [1, 'B'];
  const shown =
    name === 'MB' && bytes < 10 * unit
      ? decimal(locale, Math.round((bytes * 10) / unit) / 10)
      : String(Math.round(bytes / unit));
  return `${shown}\u00a0${name}`;
}
