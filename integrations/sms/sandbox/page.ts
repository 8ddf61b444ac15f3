import { html } from 'hono/html';
import type { StoredText } from './stored-text.ts';

/** The texts taken, newest first, for people who want to look. */
export function page(texts: readonly StoredText[]) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>SMS</title>
      <style>
        body { font: 1rem/1.5 system-ui; margin: 2rem; max-width: 50rem; }
        li { margin-bottom: 1rem; overflow-wrap: anywhere; white-space: pre-line; }
      </style>
      <h1>SMS</h1>
      <p>
        A sandbox for Nova’s SMS gateway. Texts to 699 0001 fail, to 699 0002 are rejected, to 699 0003 time
        out. <code>POST /_control/sms</code> with <code>{"status":503,"times":2}</code> or
        <code>{"delayMs":5000}</code> breaks it. <a href="/_control/sms">What was received</a> ·
        <a href="/">All sandboxes</a>
      </p>
      ${texts.length === 0 ? html`<p>No texts.</p>` : ''}
      <ol>
        ${texts
          .toReversed()
          .map(
            ({ to, from, body, delivery_status: status, segments_total: segments }) =>
              html`<li><b>${to}</b> from ${from}, ${status}, segments: ${segments}<br />${body}</li>`,
          )}
      </ol>
    </html>`;
}
