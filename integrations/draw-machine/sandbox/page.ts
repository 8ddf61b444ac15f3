import { html } from 'hono/html';
import type { WireProtocol } from '../wire.ts';

/** The draws made, newest first, for people who want to look. */
export function page(draws: readonly WireProtocol[]) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Draw machine</title>
      <style>
        body {
          font: 1rem/1.5 system-ui;
          margin: 2rem;
          max-width: 70rem;
        }
        td, th { text-align: left; padding: 0.25rem 1rem 0.25rem 0; font-variant-numeric: tabular-nums; }
        code { font-size: 0.8rem; overflow-wrap: anywhere; }
      </style>
      <h1>Draw machine</h1>
      <p>
        A sandbox that draws when it is asked for a sealed draw.
        <code>POST /_control/draw-machine</code> with
        <code>{"numbers":[1,2,3,4,5],"bonusNumbers":[6],"joker":"01234"}</code> sets the next draw;
        <code>{"fault":"refuse"}</code>, <code>"garbage"</code>, <code>"forge"</code> and
        <code>{"delayMs":5000}</code> break it.
        <a href="/_control/draw-machine">Requests received</a> · <a href="/">All sandboxes</a>
      </p>
      <table>
        <tr><th>Drawn</th><th>Draw</th><th>Numbers</th><th>Extra</th><th>Joker</th><th>Root of the sales</th></tr>
        ${draws.toReversed().map(
          (draw) => html`<tr>
            <td>${draw.drawnAt}</td>
            <td>${draw.game} ${draw.draw}</td>
            <td>${draw.numbers.join(' ')}</td>
            <td>${draw.bonusNumbers.join(' ')}</td>
            <td>${draw.joker}</td>
            <td><code>${draw.sealRoot}</code></td>
          </tr>`,
        )}
      </table>
    </html>`;
}
