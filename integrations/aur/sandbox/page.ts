import { html } from 'hono/html';
import type { Ending, Purchase } from './purchases.ts';
import { style } from './style.ts';

type Html = ReturnType<typeof html>;

function frame(title: string, refreshSeconds: number | null, content: Html) {
  return html`<!doctype html>
    <html lang="is">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      ${refreshSeconds === null ? '' : html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
      <title>${title}</title>
      <style>${style}</style>
      <main>
        <header>
          <p class="mark">Aur · æfing</p>
          <h1>${title}</h1>
          <p>Þetta er æfingasími. Hér er enginn banki og engir peningar færast til.</p>
          <p class="other" lang="en">A practice phone: no bank is asked and no money moves.</p>
        </header>
        ${content}
        <footer>
          <a href="/_control/aur" lang="en">Requests received</a> · <a href="/" lang="en">All sandboxes</a>
        </footer>
      </main>
    </html>`;
}

/** Which phone: by a number, or one of those that ring. @param wrong what was typed and is no number */
export function frontPage(ringing: readonly string[], wrong?: string) {
  return frame(
    'Æfingasími',
    null,
    html`<form class="card" method="get" action="/aur/phone">
        <label for="msisdn">Símanúmer <span class="other" lang="en">Phone number</span></label>
        ${wrong === undefined ? '' : html`<p id="wrong" class="wrong">Símanúmer er sjö tölustafir.</p>`}
        <div class="row">
          <input
            id="msisdn" name="msisdn" inputmode="numeric" autocomplete="off" maxlength="20" required
            value="${wrong ?? ''}"
            ${wrong === undefined ? '' : html`aria-invalid="true" aria-describedby="wrong"`}
          />
          <button class="yes">Opna</button>
        </div>
      </form>
      ${
        ringing.length === 0
          ? ''
          : html`<section>
              <h2>Þessir símar hringja</h2>
              <ul class="phones">
                ${ringing.map((msisdn) => html`<li><a href="/aur/phone?msisdn=${msisdn}">${spaced(msisdn)}</a></li>`)}
              </ul>
            </section>`
      }
      ${habits}`,
  );
}

type Shown = {
  msisdn: string;
  waiting: readonly Purchase[];
  /** Oldest first. */
  ended: readonly { purchase: Purchase; ending: Ending | undefined }[];
  now: Date;
};

/** One phone. It loads itself anew; there is no script. */
export function phonePage({ msisdn, waiting, ended, now }: Shown) {
  return frame(
    spaced(msisdn),
    waiting.length > 0 ? 8 : 2,
    html`<section aria-label="Beiðnir">
        ${waiting.length === 0 ? quiet : waiting.toReversed().map((purchase) => request(purchase, now))}
      </section>
      ${
        ended.length === 0
          ? ''
          : html`<section>
              <h2>Nýlegt</h2>
              <ul class="ended">${ended.toReversed().map(endedLine)}</ul>
            </section>`
      }
      <p><a href="/aur/">Annar sími</a></p>`,
  );
}

const quiet = html`<div class="card quiet">
  <p>Engin beiðni bíður.</p>
  <p class="other">Síðan gáir sjálf á tveggja sekúndna fresti.</p>
  <p class="other" lang="en">Nothing waits. This page looks again by itself.</p>
</div>`;

function request(purchase: Purchase, now: Date) {
  const { token, amount, description, orderid, expiresMs, habit } = purchase;
  const minutes = Math.max(0, Math.ceil((expiresMs - now.getTime()) / 60_000));
  return html`<form class="card" method="post" action="/aur/phone/${token}">
    <p>Beðið er um greiðslu <span class="other" lang="en">A payment is asked for</span></p>
    <p class="amount">${kronur(amount)}</p>
    <p>${description}</p>
    <p class="other">Pöntun <span class="order">${orderid}</span></p>
    <div class="row">
      <button name="deed" value="cancel" aria-label="Hafna ${kronur(amount)}">
        Hafna <span class="other" lang="en">Cancel</span>
      </button>
      <button name="deed" value="approve" class="yes" aria-label="Samþykkja ${kronur(amount)}">
        Samþykkja <span class="other" lang="en">Approve</span>
      </button>
    </div>
    <p class="other">
      ${habit && habit.outcome !== 'never' ? 'Þetta númer svarar sjálft.' : `Rennur út eftir ${minutes} mín.`}
    </p>
  </form>`;
}

function endedLine({ purchase, ending }: Shown['ended'][number]) {
  const time = new Date(ending?.atMs ?? 0).toISOString().slice(11, 16);
  return html`<li>
    <span>${kronur(purchase.amount)} · ${purchase.description}</span>
    <span class="${ending?.status === 'FINISHED' ? 'paid' : 'other'}">${endedWord(ending)} kl. ${time}</span>
  </li>`;
}

function endedWord(ending: Ending | undefined): string {
  if (ending?.status === 'FINISHED') return 'Samþykkt';
  return ending?.errorcode === 'expired' ? 'Rann út' : 'Hafnað';
}

const habits = html`<section>
  <h2>Númer sem svara sjálf <span class="other" lang="en">Numbers that act by themselves</span></h2>
  <dl>
    <dt>611 0001</dt><dd>samþykkir eftir 3 sekúndur</dd>
    <dt>611 0002</dt><dd>hafnar eftir 3 sekúndur</dd>
    <dt>611 0003</dt><dd>svarar aldrei</dd>
    <dt>611 0004</dt><dd>er ekki með Aur</dd>
    <dt>611 0005</dt><dd>fær villu frá þjónustunni</dd>
    <dt>611 0006</dt><dd>samþykkir eftir 4 mínútur, þegar spilavefurinn er hættur að bíða</dd>
  </dl>
  <p>Í öllum öðrum farsímum samþykkir þú eða hafnar.</p>
</section>`;

const kronur = (amount: number): string => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')} kr.`;
const spaced = (msisdn: string): string => `${msisdn.slice(0, 3)} ${msisdn.slice(3)}`;
