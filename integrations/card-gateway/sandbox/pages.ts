/** Pages between shop, MPI and issuer. Who has no script presses the button. */
import { html, raw } from 'hono/html';
import { style } from './style.ts';

type Field = { name: string; value: string };
type Html = ReturnType<typeof html>;

/** A whole page in Icelandic. */
export function frame(title: string, content: Html) {
  return html`<!doctype html>
    <html lang="is">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${style}</style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}

const hidden = ({ name, value }: Field) => html`<input type="hidden" name="${name}" value="${value}" />`;

const onwards = html`<h1>Augnablik …</h1>
  <p>Þú ferð sjálfkrafa áfram. <span lang="en">You are taken on by itself.</span></p>
  <button class="yes">Áfram <span lang="en">(continue)</span></button>`;

type Onwards = { action: string; fields: readonly Field[]; fillsBrowserFields?: boolean };

/** A form that posts itself. */
export function selfSubmitting({ action, fields, fillsBrowserFields = false }: Onwards) {
  return frame(
    'Augnablik …',
    html`<form class="onwards" data-next method="post" action="${action}">
        ${fields.map(hidden)} ${onwards}
      </form>
      <script>${raw(fillsBrowserFields ? fillScript : '')}document.forms[0].submit();</script>`,
  );
}

/** What the MPI wants to know of the browser. */
const fillScript = `
  const told = { Navigator_language: navigator.language, Navigator_javaEnabled: false,
    Navigator_jsEnabled: true, Screen_colorDepth: screen.colorDepth, Screen_height: screen.height,
    Screen_width: screen.width, Screen_PixelDepth: screen.pixelDepth,
    TimezoneOffset: new Date().getTimezoneOffset() };
  for (const [name, value] of Object.entries(told)) document.forms[0]['TDS2_' + name].value = value;
`;

/** The issuer looks at the browser in a hidden frame, ten seconds at most; then it goes on. */
export function methodStep({ methodData, txid }: { methodData: string; txid: string }) {
  return frame(
    'Augnablik …',
    html`<iframe name="method" title="3DS method" hidden></iframe>
      <form id="method" method="post" action="../acs/method" target="method">
        ${hidden({ name: 'threeDSMethodData', value: methodData })}
      </form>
      <form id="next" class="onwards" data-next method="post" action="authenticate">
        ${hidden({ name: 'txid', value: txid })} ${onwards}
      </form>
      <script>${raw(methodScript)}</script>`,
  );
}

const methodScript = `
  const frame = document.querySelector('iframe').contentWindow;
  let gone = false;
  const go = () => { if (!gone) { gone = true; document.getElementById('next').submit(); } };
  addEventListener('message', ({ source }) => { if (source === frame) go(); });
  setTimeout(go, 10000);
  document.getElementById('method').submit();
`;

/** In the hidden frame: the issuer has looked at the browser. */
export const methodDone = html`<!doctype html>
  <html lang="en">
    <title>3DS method</title>
    <script>parent.postMessage('done', '*');</script>
  </html>`;

/** The card whose browser never returns. */
export function waiting() {
  return frame(
    'Beðið eftir bankanum',
    html`<section class="card">
      ${practice}
      <h1>Beðið eftir bankanum …</h1>
      <p>Þetta prófkort kemst aldrei lengra: svona lítur út þegar svar banka berst ekki.</p>
      <p>Þú mátt loka þessum glugga eða fara til baka.</p>
      <p class="english" lang="en">This test card never gets any further. Close the window or go back.</p>
    </section>`,
  );
}

export const practice = html`<p class="practice">Æfingabanki <span lang="en">· practice bank</span></p>`;

const reasons = {
  digest: 'Undirskrift beiðninnar er röng. (The digest is wrong.)',
  fields: 'Það vantar í beiðnina. (Fields of the browser are missing.)',
  unknown: 'Þessi staðfesting er ekki til eða útrunnin. (No such authentication, or it has ended.)',
  undecided: 'Enginn hefur svarað enn. (The cardholder was not asked yet.)',
};

export function failed(reason: keyof typeof reasons) {
  return frame(
    'Staðfesting tókst ekki',
    html`<section class="card">
      ${practice}
      <h1>Staðfesting tókst ekki</h1>
      <p>${reasons[reason]}</p>
      <p>Farðu til baka í verslunina og reyndu aftur. Ekkert var greitt.</p>
    </section>`,
  );
}
