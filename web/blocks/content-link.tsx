/** Addresses that editors write. Only http, https, mailto, tel and paths of this site become links. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { StructuredText } from '#contract/content.ts';
import { type Paths, pathsFor } from '#web/page/paths.ts';
import { useText } from '#web/text/text.tsx';

/** A record that a text names: enough to link to its page. */
export type TextLink = StructuredText['links'][number];

/** Printable characters only, no backslash: browsers drop or turn the others and arrive elsewhere. */
const plain = /^[^\s\\\p{Cc}\p{Cf}]+$/u;
const known = /^(?:https?:\/\/[^/?#]|mailto:.|tel:.|\/(?!\/))/i;

/** The address when it is safe to follow, otherwise null. */
export function safeUrl(url: unknown): string | null {
  return typeof url === 'string' && plain.test(url) && known.test(url) ? url : null;
}

/** The page of a record that a text links to; null when its kind has no page. */
export function pathOfRecord(paths: Paths, { __typename, slug }: TextLink): string | null {
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(slug)) return null;
  if (__typename === 'ArticleRecord') return paths.article(slug);
  if (__typename === 'CategoryRecord') return paths.news(slug);
  if (__typename === 'GeneralPageRecord') return paths.page(slug);
  return null;
}

type Props = {
  /** As the editor wrote it: a path without language, or an address elsewhere. */
  url: unknown;
  className?: string | undefined;
  /** Marks the link whose page, or a page below it, is open. */
  markCurrent?: boolean;
  children: ReactNode;
};

/** A link, or its words alone when the address is not safe. Pages of ours open without a reload. */
export function ContentLink({ url, className, markCurrent = false, children }: Props) {
  const { locale } = useText();
  const { pathname } = useLocation();
  const safe = safeUrl(url);
  if (safe === null) return <span className={className}>{children}</span>;
  if (!safe.startsWith('/') || isFile(safe)) {
    return (
      <a className={className} href={safe} rel="noopener">
        {children}
      </a>
    );
  }
  const to = pathsFor(locale).local(safe);
  const isCurrent = markCurrent && (pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Link className={className} to={to} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function isFile(path: string): boolean {
  return path.startsWith('/api/') || /\.\w+(?:[?#]|$)/.test(path);
}
