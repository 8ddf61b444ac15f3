/**
 * Lighthouse's mobile profile over the pages that people enter by, beside a page of plain HTML in the same
 * run, and the answer to a press on the number grid.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import { freePort } from '#embedded/postgres/process.ts';
import { openBrowser } from '#test/harness/browser.ts';
import { startInstance } from '#test/harness/instance.ts';
import { pressedMs } from './inp.ts';
import { median, rounded } from './load.ts';

const runs = Number(process.env['BENCH_ROUNDS'] ?? 3);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const playPath = '/lottoleikir/lotto/spila';

type Figures = Record<(typeof categories)[number], number> & { lcpMs: number; cls: number; tbtMs: number };
type Row = Figures & { name: string; findings: string[] };

export async function run(): Promise<object> {
  const instance = await startInstance({ AUTO_DRAW: '0' });
  const bare = await startBare();
  const port = await freePort();
  const browser = await openBrowser({ debuggingPort: port });
  try {
    const pages = {
      bare: bare.url,
      home: `${instance.url}/`,
      game: `${instance.url}/lottoleikir/lotto`,
      play: instance.url + playPath,
      results: `${instance.url}/urslit/lotto`,
      news: instance.url + (await firstNewsItem(instance.url)),
    };
    const rows: Row[] = [];
    for (const [name, url] of Object.entries(pages)) rows.push(await measure(name, url, port));
    const inpMs = await pressedMs(browser, instance.url + playPath);
    console.error(table(rows));
    const [peer, home] = rows;
    return {
      value: home?.lcpMs,
      unit: 'ms LCP of home',
      inpMs,
      verified: true,
      rows,
      peer: { name: 'a page of plain HTML', value: peer?.lcpMs },
    };
  } finally {
    await browser.close();
    bare.stop();
    await instance.dispose();
  }
}

async function startBare() {
  const html = `<!doctype html><html lang="is"><head><meta charset="utf-8"><title>A page</title>
    <meta name="viewport" content="width=device-width">
    <meta name="description" content="A page of plain HTML"></head>
    <body><main><h1>A page</h1><p>Plain HTML, nothing else.</p></main></body></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, stop: () => server.close() };
}

async function firstNewsItem(origin: string): Promise<string> {
  const html = await (await fetch(`${origin}/um-okkur/frettir`)).text();
  const href = html.match(/href="(\/um-okkur\/frett\/[^"]+)"/)?.[1];
  if (!href) throw new Error('no news item on the list of news');
  return href;
}

/** Medians of each figure; findings are what an audit of the last run did not pass. */
async function measure(name: string, url: string, port: number): Promise<Row> {
  const all: Figures[] = [];
  let findings: string[] = [];
  for (let each = 0; each < runs; each++) {
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] });
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    const { lhr } = result;
    all.push({
      ...(Object.fromEntries(
        categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
      ) as Record<(typeof categories)[number], number>),
      lcpMs: Math.round(lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      cls: rounded(lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN, 3),
      tbtMs: Math.round(lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN),
    });
    findings = categories.flatMap((category) =>
      (lhr.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${category}: ${id}`),
    );
  }
  const keys = Object.keys(all[0] ?? {}) as (keyof Figures)[];
  const medians = Object.fromEntries(keys.map((key) => [key, median(all.map((each) => each[key]))]));
  return { name, ...(medians as Figures), findings };
}

function table(rows: readonly Row[]): string {
  const head = ['page', ...categories, 'LCP ms', 'CLS', 'TBT ms'];
  const lines = rows.map((row) => [
    row.name,
    ...categories.map((category) => row[category]),
    row.lcpMs,
    row.cls,
    row.tbtMs,
  ]);
  const findings = rows.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`));
  return (
    [head, ...lines].map((line) => line.join('\t')).join('\n') + findings.map((each) => `\n${each}`).join('')
  );
}
