import { html } from 'hono/html';
import { expiresAfterMs, type PhoneRequest } from './requests.ts';
import { style } from './style.ts';
import type { Subscriber } from './subscribers.ts';

type Owner = Subscriber & { expires: Date | null };
type Shown = { owners: readonly Owner[]; waiting: readonly PhoneRequest[]; now: Date; autoConfirm: boolean };

/** The phones: requests that wait, and whose phones there are. It loads itself anew; there is no script. */
export function page({ owners, waiting, now, autoConfirm }: Shown) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="refresh" content="${waiting.length > 0 ? 8 : 2}" />
      <title>${waiting.length > 0 ? `(${waiting.length}) ` : ''}Phones</title>
      <style>${style}</style>
      <main>
        <header>
          <p class="mark">Electronic ID · sandbox</p>
          <h1>Phones</h1>
          <p>What you ask for on the site rings here. Nobody here is a real person.</p>
        </header>
        ${autoConfirm ? automatic : ''}
        <section aria-label="Requests" class="phones">
          ${waiting.length === 0 ? quiet : waiting.map((request) => phone(request, now))}
        </section>
        <section>
          <h2>Whose phones</h2>
          <ul class="owners">${owners.map((owner) => line(owner, now))}</ul>
        </section>
        <footer>
          <a href="/_control/e-id">Requests received</a> · <a href="/">All sandboxes</a>
          <p>
            Testers: <code>POST /_control/e-id</code> with
            <code>{"act":"confirm","nationalId":"0101700019"}</code>, <code>{"autoConfirm":true}</code>,
            <code>{"refuse":"mssp_402"}</code>, <code>{"forge":"spoilt"}</code>,
            <code>{"fault":"down"}</code> or <code>{"delayMs":20000}</code>.
          </p>
        </footer>
      </main>
    </html>`;
}

const automatic = html`<p class="note">Requests are confirmed by themselves: <code>autoConfirm</code>.</p>`;
const quiet = html`<p class="quiet">All phones are quiet. This page looks again every two seconds.</p>`;

function phone(request: PhoneRequest, now: Date) {
  const { id, person, method, title, message, code, choices, at } = request;
  const leftMs = at.getTime() + expiresAfterMs[method] - now.getTime();
  const kind = method === 'sim' ? 'SIM card' : 'App';
  return html`<form class="phone" method="post" action="phone/${id}" aria-label="Phone of ${person.name}">
    <p class="owner"><strong>${person.name}</strong><span>${spaced(person.phone)}</span></p>
    <div class="screen">
      <p class="kind">${kind}${title ? ` · ${title}` : ''}</p>
      <p class="message">${message}</p>
      ${code !== null && choices === null ? html`<p class="code">${code}</p>` : ''}
      ${choices === null ? '' : pick(choices)}
      <div class="deeds">
        ${choices === null ? html`<button name="deed" value="confirm" class="yes">Confirm</button>` : ''}
        <button name="deed" value="cancel">Cancel</button>
        <button name="deed" value="block">Block PIN</button>
        <button name="deed" value="ignore">Ignore</button>
      </div>
    </div>
    <p class="left">Gives up in ${Math.max(0, Math.round(leftMs / 1000))} s</p>
  </form>`;
}

/** The code picked is the confirmation. */
function pick(choices: readonly string[]) {
  return html`<fieldset>
    <legend>Confirm with the code that the site shows</legend>
    <div class="codes">
      ${choices.map((code) => html`<button name="choice" value="${code}" class="yes">${code}</button>`)}
    </div>
  </fieldset>`;
}

function line({ name, nationalId, phone: number, expires, behaviour, certificateDays }: Owner, now: Date) {
  const isOver = expires !== null && expires < now;
  return html`<li>
    <span class="who">
      <strong>${name}</strong> ${nationalId.slice(0, 6)}-${nationalId.slice(6)} · ${spaced(number)}
    </span>
    <span class="${isOver ? 'over' : ''}">${habits[behaviour]}${validity(expires, isOver)}</span>
    ${
      certificateDays === null
        ? ''
        : html`<form method="post" action="renew/${nationalId}">
            <button aria-label="New electronic ID for ${name}">Renew</button>
          </form>`
    }
  </li>`;
}

function validity(expires: Date | null, isOver: boolean): string {
  if (!expires) return 'no electronic ID';
  const day = expires.toISOString().slice(0, 10);
  return isOver ? `certificate expired ${day}` : `certificate to ${day}`;
}

const habits = { waits: '', cancels: 'always cancels · ', silent: 'never answers · ' };
const spaced = (phone: string): string => `${phone.slice(0, 3)} ${phone.slice(3)}`;
