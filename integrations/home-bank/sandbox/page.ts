import { html } from 'hono/html';
import { frame, linked } from '#integrations/sandbox-page.ts';
import type { StoredDocument } from './stored-document.ts';

/** The documents delivered, newest first, for people who want to look. */
export function page(documents: readonly StoredDocument[]) {
  return frame(
    'Online bank',
    html`<p>
        A sandbox for the electronic documents of the banks. <code>POST /_control/home-bank</code> with
        <code>{"status":503,"times":2}</code> or <code>{"delayMs":5000}</code> breaks it.
        <a href="/_control/home-bank">What was received</a> · <a href="/">All sandboxes</a>
      </p>
      ${documents.length === 0 ? html`<p>No documents.</p>` : ''}
      <ol>
        ${documents
          .toReversed()
          .map(
            ({ id, nationalId, title }) =>
              html`<li><a href="/home-bank/document/${id}">${title}</a>, to ${nationalId}</li>`,
          )}
      </ol>`,
  );
}

/** One document with its addresses as links. */
export function documentPage({ nationalId, title, text }: StoredDocument) {
  return frame(
    title,
    html`<p><a href="/home-bank/">All documents</a> · to ${nationalId}</p>
      <pre>${linked(text)}</pre>`,
  );
}
