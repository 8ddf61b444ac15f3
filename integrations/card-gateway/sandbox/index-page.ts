/** The test cards, and what was booked last. */
import { html } from 'hono/html';
import { clock, kronur } from './challenge-page.ts';
import type { Transaction } from './ledger.ts';
import { frame } from './pages.ts';
import type { StoredCard } from './stored-cards.ts';
import { cardNumber, masked } from './test-cards.ts';

type Number = (serial: number) => string;
type Line = readonly [number: Number, icelandic: string, english: string];

const lines: readonly Line[] = [
  [
    (serial) => cardNumber('visa', '02', '00', serial),
    'Bankinn spyr um kóða, síðan samþykkt.',
    'Code asked, approved.',
  ],
  [(serial) => cardNumber('mastercard', '02', '00', serial), 'Sama, en Mastercard.', 'The same, Mastercard.'],
  [
    (serial) => cardNumber('visa', '01', '00', serial),
    'Samþykkt án þess að spyrja.',
    'Approved without asking.',
  ],
  [
    (serial) => cardNumber('visa', '04', '00', serial),
    'Bankinn tekur ekki þátt en greiðslan gengur.',
    'Attempt (mdStatus 4).',
  ],
  [
    (serial) => cardNumber('visa', '00', '00', serial),
    'Bankinn hafnar staðfestingu.',
    'Authentication refused.',
  ],
  [
    (serial) => cardNumber('visa', '05', '00', serial),
    'Staðfesting ekki í boði.',
    'Unavailable (mdStatus 5).',
  ],
  [
    (serial) => cardNumber('visa', '06', '00', serial),
    'Villa í fyrsta sinn, gengur í annað.',
    'mdStatus 6, then 1.',
  ],
  [(serial) => cardNumber('visa', '07', '00', serial), 'Villa í staðfestingarkerfi.', 'mdStatus 7.'],
  [
    (serial) => cardNumber('visa', '10', '00', serial),
    'Kortið styður ekki staðfestingu.',
    'C8: no 3-D Secure.',
  ],
  [
    (serial) => cardNumber('visa', '11', '00', serial),
    'Vafrinn kemur aldrei til baka.',
    'The browser never returns.',
  ],
  [
    (serial) => cardNumber('visa', '01', '51', serial),
    'Innistæða dugar ekki fyrir greiðslu.',
    '51: insufficient funds.',
  ],
  [(serial) => cardNumber('visa', '01', '54', serial), 'Kortið er útrunnið þegar greitt er.', '54: expired.'],
  [(serial) => cardNumber('visa', '01', '05', serial), 'Greiðslu hafnað.', '05: do not honour.'],
  [(serial) => cardNumber('visa', '01', '43', serial), 'Kortið er skráð stolið.', '43: stolen.'],
  [
    (serial) => cardNumber('visa', '02', '65', serial),
    'Bankinn krefst staðfestingar.',
    '65 without 3-D data.',
  ],
  [
    (serial) => cardNumber('visa', '01', '91', serial),
    'Bankinn svarar í annarri tilraun.',
    '91, approved on retry.',
  ],
  [
    (serial) => cardNumber('visa', '01', '96', serial),
    'Bókað en svarið berst ekki.',
    'Booked, never answered.',
  ],
  [(serial) => cardNumber('visa', '01', '82', serial), 'Staðfestingargögn ógild.', 'AD: 3-D data invalid.'],
  [(serial) => cardNumber('visa', '01', '83', serial), 'Rangt öryggisnúmer við greiðslu.', 'N7 at payment.'],
];

type Shown = { cards: readonly StoredCard[]; transactions: readonly Transaction[]; now: Date };

/** A number that somebody stored is not shown: a card belongs to one player alone. */
export function indexPage({ cards, transactions, now }: Shown) {
  const stored = new Set(cards.map((card) => card.masked));
  const fresh = (number: Number) => {
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
          ([number, icelandic, english]) =>
            html`<li>
              <strong>${fresh(number).replace(/(\d{4})(?=\d)/g, '$1 ')}</strong>
              <span>${icelandic} <small lang="en">${english}</small></span>
            </li>`,
        )}
      </ul>
      ${booked(transactions)}
      <p class="soft" lang="en">
        Testers: <code>POST /_control/card-gateway</code> with <code>{"responseCode":"51"}</code>,
        <code>{"fault":"reset","done":true,"on":"/VirtualCardPayment"}</code>,
        <code>{"delayMs":5000,"times":2}</code> or <code>{"chargeback":{"correlationId":"…"}}</code>; faults
        are <code>error</code>, <code>garbage</code>, <code>reset</code>, <code>badGateway</code>,
        <code>unavailable</code> and <code>busy</code>; <code>{}</code> ends them.
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
};
