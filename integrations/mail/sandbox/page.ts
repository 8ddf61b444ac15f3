import { html } from 'hono/html';
import { frame, linked } from '#integrations/sandbox-page.ts';
import type { StoredLetter } from './inbox.ts';

/** The letters, newest first, for people who want to look. */
export function listPage(letters: readonly StoredLetter[], query: string) {
  return frame(
    'Mail',
    html`<p>
        A sandbox for a mail server. <code>POST /_control/mail</code> with <code>{"fault":"busy"}</code>,
        <code>"refuse"</code>, <code>"drop"</code> or <code>{"delayMs":5000}</code>, and
        <code>"times"</code>, breaks it. <a href="/_control/mail">What was received</a> ·
        <a href="/">All sandboxes</a>
      </p>
      <form><label>Search <input name="query" value="${query}" /></label> <button>Search</button></form>
      ${letters.length === 0 ? html`<p>No letters.</p>` : ''}
      <ol>
        ${letters.map(
          ({ ID, Subject, Date: at, To }) =>
            html`<li>
              <a href="/mail/letter/${ID}">${Subject || '(no subject)'}</a><br />
              ${To.map(({ Address }) => Address).join(', ')} · <time>${at}</time>
            </li>`,
        )}
      </ol>`,
  );
}

/** One letter with its addresses as links. */
export function letterPage({ Subject, From, To, Date: at, MessageID, Text, ListUnsubscribe }: StoredLetter) {
  return frame(
    Subject,
    html`<p><a href="/mail/">All letters</a></p>
      <dl>
        <dt>From</dt>
        <dd>${From.Name} &lt;${From.Address}&gt;</dd>
        <dt>To</dt>
        <dd>${To.map(({ Address }) => Address).join(', ')}</dd>
        <dt>Date</dt>
        <dd>${at}</dd>
        <dt>Message-ID</dt>
        <dd>${MessageID}</dd>
        ${
          ListUnsubscribe.Header &&
          html`<dt>List-Unsubscribe</dt>
            <dd>${ListUnsubscribe.Header} (${ListUnsubscribe.HeaderPost})</dd>`
        }
      </dl>
      <pre>${linked(Text)}</pre>`,
  );
}
