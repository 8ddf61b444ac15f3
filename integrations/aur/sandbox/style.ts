import { raw } from 'hono/html';

/** The looks of the practice phones, light and dark; made for a narrow screen. */
export const style = raw(`
  :root { color-scheme: light dark; --ground: #eef1f4; --card: #fff; --ink: #17202a; --soft: #4a5663;
    --line: #7d8894; --faint: #c9d1d9; --yes: #0b5d3b; --onYes: #fff; --wrong: #9b1c1c; }
  @media (prefers-color-scheme: dark) { :root { --ground: #0f1419; --card: #1a2129; --ink: #f2f5f8;
    --soft: #b9c4cf; --line: #8794a1; --faint: #3a4652; --yes: #7fe0b2; --onYes: #07140d;
    --wrong: #ff9d9d; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 30rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 2.25rem; line-height: 1.1; margin: 0 0 .5rem; font-variant-numeric: tabular-nums; }
  h2 { font-size: 1.125rem; line-height: 1.3; margin: 2rem 0 .5rem; }
  p { margin: 0; } a { color: inherit; } header { margin-bottom: 1.5rem; }
  .mark { color: var(--soft); font-weight: 600; margin-bottom: .25rem; }
  .other { color: var(--soft); font-size: .875rem; font-weight: 400; }
  .card { background: var(--card); border: 1px solid var(--faint); border-radius: 1rem;
    padding: 1.25rem 1rem; }
  .card + .card { margin-top: 1rem; } .quiet { text-align: center; padding-block: 2.5rem; }
  .amount { font-size: 2.5rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
  .order { overflow-wrap: anywhere; } label { font-weight: 600; } .wrong { color: var(--wrong); }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .75rem 0 .25rem; }
  form[method=get] .row { grid-template-columns: 1fr auto; margin-top: .375rem; }
  button, input { font: inherit; min-height: 3rem; border-radius: .75rem; border: 1px solid var(--line);
    color: var(--ink); background: var(--card); padding: .375rem .75rem; }
  input { min-width: 0; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
  button { cursor: pointer; font-weight: 600; } button:hover { border-color: var(--ink); }
  button span { display: block; line-height: 1.1; } h2 .other, p > .other { display: block; }
  .yes { background: var(--yes); border-color: var(--yes); color: var(--onYes); }
  .yes .other { color: inherit; }
  :focus-visible { outline: 3px solid #2f6fde; outline-offset: 2px; }
  ul { list-style: none; margin: 0; padding: 0; }
  .phones a { display: block; padding: .625rem 1rem; margin-bottom: .5rem; background: var(--card);
    border: 1px solid var(--faint); border-radius: .75rem; font-variant-numeric: tabular-nums; }
  .ended li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0;
    border-top: 1px solid var(--faint); } .paid { font-weight: 600; }
  .ended + p, section + p { margin-top: 1.5rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 .75rem; }
  dt { font-weight: 600; white-space: nowrap; font-variant-numeric: tabular-nums; } dd { margin: 0; }
  footer { margin-top: 2.5rem; color: var(--soft); font-size: .875rem; }
`);
