/** What a page is, for search engines (schema.org as JSON-LD). */
import { use } from 'react';
import { NonceContext } from '#web/document/nonce.ts';

export type Thing = { '@type': string; [property: string]: unknown };

export function StructuredData({ thing }: { thing: Thing }) {
  const nonce = use(NonceContext);
  // No text can end the element it stands in.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replace(/</g, '\\u003c');
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
