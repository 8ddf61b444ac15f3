/** The test cards, and what was booked last. */
import { html } from 'hono/html';
import type { CardBrand } from '#rules/values/card-number.ts';
import { clock, kronur } from './challenge-page.ts';
import type { Transaction } from './ledger.ts';
import { frame } from './pages.ts';
import type { StoredCard } from './stored-cards.ts';
import { type authorisations, cardNumber, masked, type threeD } from './test-cards.ts';

type Line = readonly [
  scheme: CardBrand,
  secure: keyof typeof threeD,
  pays: keyof typeof authorisations,
  icelandic: string,
  english: string,
];

const lines: readonly Line[] = [
  ['visa', '02', '00', 'Bankinn spyr um kóða, síðan samþykkt.', 'Code asked, approved.'],
  ['mastercard', '02', '00', 'Sama, en Mastercard.', 'The same, Mastercard.'],
  ['visa', '01', '00', 'Samþykkt án þess að spyrja.', 'Approved without asking.'],
  ['visa', '04', '00', 'Bankinn tekur ekki þátt en greiðslan gengur.', 'Attempt (mdStatus 4).'],
  ['visa', '00', '00', 'Bankinn hafnar staðfestingu.', 'Authentication refused.'],
  ['visa', '05', '00', 'Staðfesting ekki í boði.', 'Unavailable (mdStatus 5).'],
  ['visa', '06', '00', 'Villa í fyrsta sinn, gengur í annað.', 'mdStatus 6, then 1.'],
  ['visa', '07', '00', 'Villa í staðfestingarkerfi.', 'mdStatus 7.'],
  ['visa', '10', '00', 'Kortið styður ekki staðfestingu.', 'C8: no 3-D Secure.'],
  ['visa', '11', '00', 'Vafrinn kemur aldrei til baka.', 'The browser never returns.'],
  ['visa', '01', '51', 'Innistæða dugar ekki fyrir greiðslu.', '51: insufficient funds.'],
  ['visa', '01', '54', 'Kortið er útrunnið þegar greitt er.', '54: expired.'],
  ['visa', '01', '05', 'Greiðslu hafnað.', '05: do not honour.'],
  ['visa', '01', '43', 'Kortið er skráð stolið.', '43: stolen.'],
  ['visa', '02', '65', 'Bankinn krefst staðfestingar.', '65 without 3-D data.'],
  ['visa', '01', '91', 'Bankinn svarar í annarri tilraun.', '91, approved on retry.'],
  ['visa', '01', '96', 'Bókað en svarið berst ekki.', 'Booked, never answered.'],
  ['visa', '01', '82', 'Staðfestingargögn ógild.', 'AD: 3-D data invalid.'],
  ['visa', '01', '83', 'Rangt öryggisnúmer við greiðslu.', 'N7 at payment.'],
];

type Shown = { cards: readonly StoredCard[]; transactions: readonly Transaction[]; now: Date };

/** A number that somebody stored is not shown: a card belongs to one player alone. */
export function indexPage({ cards, transactions, now }: Shown) {
  const stored = new Set(cards.map((card) => card.masked));
  const fresh = ([scheme, secure, pays]: Line) => {
    const number = (serial: number) => cardNumber(scheme, secure, pays, serial);
    let serial = 1;
    while (serial < 99_999 && stored.has(masked(number(serial)))) serial += 1;
    return number(serial);
  };
  const expiry = `12/${(now.getUTCFullYear() + 2) % 100}`;
  return frame(
    'Prófkort',
    html`<h1>Prófkort <span lang="en">· test cards</span></h1>
      <p>
        Æfingabanki: hér eru engir alvörupeningar. Gildistíminn má vera hvaða mánuður sem er fram undan,
        til dæmis ${expiry}, og öryggisnúmerið er 123 (999 er rangt).
        Kóði bankans er 1234.
      </p>
      <p class="soft" lang="en">
        400000 or 510000, two digits for 3-D Secure, two for payments, any serial of five, a check digit. Any
        later expiry, security code 123 (999 is wrong). ValitorPay’s own two test numbers work too.
      </p>
      <ul class="cards">
        ${lines.map(
          (line) =>
            html`<li>
              <strong>${fresh(line).replace(/(\d{4})(?=\d)/g, '$1 ')}</strong>
              <span>${line[3]} <small lang="en">${line[4]}</small></span>
            </li>`,
        )}
      </ul>
      ${booked(transactions)}
      <p class="soft" lang="en">
        Testers: <code>POST /_control/card-gateway</code> with <code>{"responseCode":"51"}</code>,
        <code>{"fault":"reset","done":true,"on":"/VirtualCardPayment"}</code>,
        <code>{"delayMs":5000,"times":2}</code>,
        <code>{"chargeback":{"correlationId":"…","amount":50000}}</code> or
        <code>{"chargebackReversal":{"correlationId":"…"}}</code>; faults are <code>error</code>,
        <code>garbage</code>, <code>reset</code>, <code>badGateway</code>, <code>unavailable</code> and
        <code>busy</code>; <code>{}</code> ends them.
        <a href="/_control/card-gateway">Requests received</a> · <a href="/">All sandboxes</a>
      </p>`,
  );
}

const transactionsShown = 20;

function booked(transactions: readonly Transaction[]) {
  const last = transactions.slice(-transactionsShown).reverse();
  if (last.length === 0)
    return html`<h2>Færslur</h2><p>Engar færslur enn. <span lang="en">Nothing booked yet.</span></p>`;
  return html`<h2>Nýjustu færslur <span lang="en">· booked last</span></h2>
    <div class="rows" role="region" aria-label="Nýjustu færslur" tabindex="0">
      <table>
        <thead>
          <tr>
            ${['Tími', 'Færsla', 'Kort', 'Upphæð'].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${last.map(
            ({ at, kind, masked: card, amount, correlationId }) =>
              html`<tr>
                <td>${clock(new Date(at))}</td>
                <td>${kinds[kind]} <small>${correlationId}</small></td>
                <td class="number">•••• ${card.slice(-4)}</td>
                <td class="number">${kronur(amount)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

const kinds: Readonly<Record<Transaction['kind'], string>> = {
  sale: 'Greiðsla',
  authorisation: 'Heimild',
  capture: 'Innheimta',
  refund: 'Endurgreiðsla',
  chargeback: 'Endurkrafa',
  chargebackReversal: 'Endurkrafa til baka',
};
