/** How sandboxes show what arrived, for people who want to look. */
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** A text with its addresses as links. */
export function linked(text: string): (string | Html)[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

/** A whole page. */
export function frame(title: string, content: Html) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        body { font: 1rem/1.5 system-ui; margin: 2rem; max-width: 50rem; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border-top: 1px solid; }
        li { margin-bottom: 0.75rem; }
        dt { float: left; clear: left; width: 7rem; }
        dd { margin-left: 7rem; overflow-wrap: anywhere; }
      </style>
      <h1>${title}</h1>
      ${content}
    </html>`;
}
