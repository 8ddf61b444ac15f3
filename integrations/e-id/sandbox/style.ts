import { raw } from 'hono/html';

/** The looks of the phones, light and dark. */
export const style = raw(`
  :root { color-scheme: light dark; --ground: #eef1f4; --card: #fff; --ink: #17202a; --soft: #4a5663;
    --line: #c9d1d9; --yes: #0b5d3b; --onYes: #fff; --frame: #17202a; --over: #9b1c1c; }
  @media (prefers-color-scheme: dark) { :root { --ground: #0f1419; --card: #1a2129; --ink: #f2f5f8;
    --soft: #b9c4cf;
    --line: #3a4652; --yes: #7fe0b2; --onYes: #07140d; --frame: #3a4652; --over: #ff9d9d; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 66rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
  h1 { font-size: 2.25rem; line-height: 1.1; margin: 0 0 .5rem; } h2 { font-size: 1.125rem;
    margin: 2.5rem 0 .5rem; }
  p { margin: 0; } .mark { color: var(--soft); font-weight: 600; margin-bottom: .25rem; }
  code { font-size: .85em; overflow-wrap: anywhere; } a { color: inherit; }
  .note { margin-top: 1rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
  .phones { display: grid; gap: 1.5rem; margin-top: 2rem; align-items: start;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
  .quiet { color: var(--soft); border: 1px dashed var(--line); border-radius: 1rem;
    padding: 2.5rem 1.5rem; text-align: center;
    grid-column: 1 / -1; }
  .phone { background: var(--card); border: .5rem solid var(--frame);
    border-radius: 2.25rem;
    padding: 1.25rem 1rem .75rem; box-shadow: 0 1rem 2.5rem rgb(0 0 0 / 18%); }
  .owner { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
  .owner span, .kind, .left { color: var(--soft); font-size: .875rem; font-variant-numeric: tabular-nums; }
  .screen { margin: 1rem 0 .75rem; padding: 1.25rem 1rem; border-radius: 1.25rem;
    background: var(--ground); }
  .message { font-size: 1.125rem; font-weight: 600; line-height: 1.35; margin: .25rem 0 1rem;
    overflow-wrap: anywhere; }
  .code { font-size: 2.5rem; font-weight: 700; letter-spacing: .12em; text-align: center;
    margin-bottom: 1rem;
    font-variant-numeric: tabular-nums; }
  fieldset { min-width: 0; border: 0; margin: 0 0 .5rem; padding: 0; } legend { padding: 0;
    margin-bottom: .5rem;
    font-size: .9375rem; }
  .codes, .deeds { display: grid; gap: .5rem; grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .codes button { padding-inline: 0; font-size: 1.25rem; font-weight: 700;
    font-variant-numeric: tabular-nums; }
  .deeds { grid-template-columns: 1fr 1.35fr 1fr; } .deeds button { font-size: .9375rem;
    padding-inline: .25rem; }
  .deeds .yes { grid-column: 1 / -1; font-size: 1.125rem; font-weight: 700; }
  button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line); 
    min-height: 2.75rem; border-radius: .75rem; padding: .375rem .5rem; cursor: pointer; }
  button:hover { border-color: var(--ink); } button:focus-visible, a:focus-visible {
    outline: 3px solid #2f6fde;
    outline-offset: 2px; }
  button.yes { background: var(--yes); border-color: var(--yes); color: var(--onYes); }
  .left { text-align: center; }
  .owners { list-style: none; margin: 0; padding: 0; background: var(--card); border-radius: 1rem;
    border: 1px solid var(--line); }
  .owners li { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem 1rem;
    font-variant-numeric: tabular-nums; }
  .owners li + li { border-top: 1px solid var(--line); } .who { flex: 1 1 20rem; }
  .owners span:not(.who) { color: var(--soft); } .owners .over:not(.who) { color: var(--over);
    font-weight: 600; }
  footer { margin-top: 2rem; color: var(--soft); } footer p { margin-top: .5rem; max-width: 46rem; }
`);
