/** What every newcomer sees: somebody who looks like a bank, and says that it is none. */
import { html } from 'hono/html';
import { frame, practice } from './pages.ts';
import type { Session } from './sessions.ts';

/** @param triesLeft after a code that was wrong; null before */
export function challengePage({ acsId, amount, merchant, card, at }: Session, triesLeft: number | null) {
  const isWrong = triesLeft !== null;
  const isFree = amount === 0;
  const money = kronur(amount);
  return frame(
    `${isWrong ? 'Villa: ' : ''}Staðfestu með öryggiskóða`,
    html`<section class="card">
      ${practice}
      <h1>Staðfestu með öryggiskóða</h1>
      <dl>
        <div><dt>Verslun</dt><dd>${merchant || '–'}</dd></div>
        <div><dt>Upphæð</dt><dd class="amount">${isFree ? 'Ekkert greitt' : money}</dd></div>
        <div><dt>Kort</dt><dd>${schemes[card.scheme]} •••• ${card.masked.slice(-4)}</dd></div>
        <div><dt>Tími</dt><dd>${clock(at)}</dd></div>
      </dl>
      <form method="post" action="answer">
        <input type="hidden" name="acsTransID" value="${acsId}" />
        <p class="code" id="hint">Kóðinn er <strong>1234</strong></p>
        <label for="code">Öryggiskóði</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="8"
          autofocus
          aria-describedby="hint${isWrong ? ' wrong' : ''}"
          ${isWrong ? html`aria-invalid="true"` : ''}
        />
        ${isWrong ? wrong(triesLeft) : ''}
        <p class="ways">
          <button class="yes" name="deed" value="confirm">Staðfesta</button>
          <button name="deed" value="cancel">Hætta við</button>
        </p>
      </form>
      <p class="soft">
        Þetta er bara æfing: engir alvörupeningar færast. Bankinn þinn myndi senda kóða í síma, en hér stendur
        hann á skjánum.
        Kóðanum <strong>0000</strong> er hafnað. Ef þú gerir ekkert rennur beiðnin út eftir stundarfjórðung.
      </p>
      <p class="english" lang="en">
        A practice bank, no real money. Type 1234 to confirm
        ${isFree ? 'the card' : `the payment of ${money}`}, 0000 to be refused, or cancel (Hætta við).
      </p>
    </section>`,
  );
}

const schemes = { visa: 'Visa', mastercard: 'Mastercard' };

const wrong = (triesLeft: number) => html`<p class="wrong" id="wrong" role="alert">
  Rangur kóði. ${triesLeft === 1 ? 'Ein tilraun er eftir.' : `${triesLeft} tilraunir eru eftir.`}
  <span lang="en">Wrong code.</span>
</p>`;

/** Hundredths as people read them: `12.500 kr.` */
export const kronur = (hundredths: number): string =>
  `${String(Math.trunc(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, '.')} kr.`;

/** Icelandic time is UTC. */
export const clock = (at: Date): string => {
  const [, month, day] = at.toISOString().slice(0, 10).split('-').map(Number);
  return `${day}.${month}. kl. ${at.toISOString().slice(11, 16)}`;
};
