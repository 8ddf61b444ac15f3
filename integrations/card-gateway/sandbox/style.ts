import { raw } from 'hono/html';

/** The looks of the practice bank, light and dark. */
export const style = raw(`
  :root { color-scheme: light dark; --ground: #eef1f6; --card: #fff; --ink: #16202e; --soft: #3f4a5a;
    --line: #c6cfdb; --yes: #1d3f91; --onYes: #fff; --tint: #e6ecfa; --wrong: #a11818; --focus: #2f6fde; }
  @media (prefers-color-scheme: dark) { :root { --ground: #0e131b; --card: #18202b; --ink: #f1f5fa;
    --soft: #b6c1d0; --line: #3a4757; --yes: #a9c1ff; --onYes: #0a1530; --tint: #22304a; --wrong: #ff9c9c;
    --focus: #8fb4ff; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 0 auto; padding: clamp(.5rem, 4vw - .5rem, 3rem) .5rem; }
  main:has(.cards) { max-width: 62rem; }
  h1 { font-size: clamp(1.25rem, 5vw, 1.625rem); line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; }
  h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; }
  p { margin: 0 0 .75rem; } code { font-size: .9em; overflow-wrap: anywhere; } a { color: inherit; }
  .card { background: var(--card); border: 1px solid var(--line); border-top: .375rem solid var(--yes);
    border-radius: 1rem; padding: clamp(.75rem, 4vw, 1.75rem); }
  .practice { display: inline-block; margin: 0 0 .5rem; padding: .125rem .625rem; border-radius: 1rem;
    background: var(--tint); font-size: .875rem; font-weight: 600; }
  dl { margin: 0 0 .75rem; border-block: 1px solid var(--line); padding: .25rem 0; }
  dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .125rem 0; }
  dt { color: var(--soft); } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere; min-width: 0; }
  .amount { font-weight: 700; }
  form { display: grid; gap: .625rem; margin-bottom: 1rem; }
  .code { margin: 0; padding: .25rem .75rem; border-radius: .625rem; background: var(--tint);
    text-align: center; }
  .code strong { font-size: 1.5rem; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
  label { font-weight: 600; margin-bottom: -.375rem; }
  input:not([type=hidden]) { font: inherit; font-size: 1.375rem; letter-spacing: .12em; color: var(--ink);
    background: var(--ground); border: 1px solid var(--soft); border-radius: .625rem; min-height: 3rem;
    padding: .25rem .75rem; width: 100%; font-variant-numeric: tabular-nums; }
  input[aria-invalid] { border-color: var(--wrong); border-width: 2px; }
  .ways { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0; } .ways button { flex: 1 1 auto; }
  .wrong { margin: 0; color: var(--wrong); font-weight: 600; }
  button { font: inherit; font-weight: 600; color: var(--ink); background: transparent; min-height: 3rem;
    border: 1px solid var(--soft); border-radius: .625rem; padding: .5rem 1rem; cursor: pointer; }
  button.yes { background: var(--yes); border-color: var(--yes); color: var(--onYes); font-size: 1.0625rem; }
  button:hover { text-decoration: underline; text-underline-offset: .2em; }
  :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
  .soft, .english { color: var(--soft); font-size: .9375rem; }
  .english { margin: 0; border-top: 1px solid var(--line); padding-top: .75rem; }
  .onwards { text-align: center; padding-top: 3rem; } .onwards button { justify-self: center; }
  .cards { list-style: none; margin: 1rem 0 0; padding: 0; background: var(--card); border-radius: 1rem;
    border: 1px solid var(--line); }
  .cards li { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: .625rem 1rem; }
  .cards li + li { border-top: 1px solid var(--line); }
  .cards strong { font-variant-numeric: tabular-nums; font-size: 1.0625rem; flex: 0 0 13rem; }
  .cards span { flex: 1 1 15rem; } small { display: block; color: var(--soft); font-size: .875rem; }
  .rows { overflow-x: auto; } table { border-collapse: collapse; width: 100%; background: var(--card); }
  th, td { text-align: left; padding: .5rem .75rem; border: 1px solid var(--line); vertical-align: top; }
  td.number { font-variant-numeric: tabular-nums; white-space: nowrap; font-weight: 600; }
`);
