import { html } from 'hono/html';
import type { ContentTree } from './load.ts';

/** What is served, for people who want to look. */
export function page({ entries, uploads }: ContentTree) {
  const { images, documents, videos } = uploads;
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Content service</title>
      <style>
        body {
          font: 1rem/1.5 system-ui;
          margin: 2rem;
          max-width: 70rem;
        }
        td, th { text-align: left; padding: 0.25rem 1rem 0.25rem 0; }
        code { font-size: 0.8rem; overflow-wrap: anywhere; }
      </style>
      <h1>Content service</h1>
      <p>
        Speaks DatoCMS' Content Delivery protocol over the files of <code>content/</code>: <code>POST</code>
        GraphQL here, with the token in <code>Authorization</code>. An edited file shows at once.
        <code>POST /_control/content-service</code> with <code>{"fault":"rateLimit"}</code>,
        <code>"error"</code>, <code>"graphqlError"</code>, <code>"garbage"</code>, <code>"hang"</code> or
        <code>{"delayMs":5000}</code>, also with <code>"times"</code> and <code>"operation"</code>, breaks it.
        <a href="/_control/content-service">Requests received</a> · <a href="/">All sandboxes</a>
      </p>
      <p>${images.size} pictures, ${documents.size} documents, ${videos.size} videos.</p>
      <table>
        <tr><th>File</th><th>Record</th><th>Updated</th><th>State</th></tr>
        ${entries.map(
          ({ id, published, latest }) => html`<tr>
            <td>${latest.file}</td>
            <td>${latest.type} <code>${id}</code></td>
            <td>${latest.updatedAt}</td>
            <td>${published === null ? 'draft' : published === latest ? 'published' : 'updated'}</td>
          </tr>`,
        )}
      </table>
    </html>`;
}
