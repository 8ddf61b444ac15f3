import { html } from 'hono/html';
import { frame } from '#integrations/sandbox-page.ts';
import type { WirePayment } from '../wire.ts';
import { accounts, magicEndings, type Payments } from './payments.ts';

/** The payments ordered, newest first, and whose accounts there are, for people who want to look. */
export function page(payments: Payments) {
  const all = payments.all().toReversed();
  return frame(
    'Bank',
    html`<p>
        A sandbox for the bank that pays out. No money moves. <a href="/_control/bank">What was received</a> ·
        <a href="/">All sandboxes</a>
      </p>
      ${all.length === 0 ? html`<p>No payments.</p>` : ''}
      <ol>
        ${all.map(
          (payment) =>
            html`<li>
              <b>${kronur(payment.amount)}</b> to ${spelled(payment.account)} of ${payment.ownerNationalId}:
              ${told(payments.stateOf(payment))}<br />${payment.text} ·
              ${new Date(payment.atMs).toISOString().slice(0, 16).replace('T', ' ')}
            </li>`,
        )}
      </ol>
      <h2>Accounts</h2>
      <p>An account belongs to whoever is paid, except these of invented people:</p>
      <ul>
        ${accounts.map(
          ({ account, name, nationalId }) => html`<li>${spelled(account)}: ${name}, ${nationalId}</li>`,
        )}
      </ul>
      <p>
        A number that ends in ${magicEndings.declined} is declined, ${magicEndings.pending} is under way for
        five seconds, ${magicEndings.errorOnce} answers 500 the first time, ${magicEndings.somebodyElses} is
        somebody else’s, and ${magicEndings.noAccount} is no account.
      </p>
      <p>
        Testers: <code>POST /_control/bank</code> with <code>{"outcome":"declined"}</code>,
        <code>{"fault":"reset","done":true}</code>, <code>{"fault":"error","times":3}</code> or
        <code>{"delayMs":20000}</code>.
      </p>`,
  );
}

function told(payment: WirePayment): string {
  return payment.state === 'rejected' ? `rejected (${payment.reason})` : payment.state;
}

const kronur = (amount: number): string => `${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')} kr.`;
const spelled = (account: string): string =>
  `${account.slice(0, 4)}-${account.slice(4, 6)}-${account.slice(6)}`;
