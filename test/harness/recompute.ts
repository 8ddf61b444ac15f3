/** The program that recomputes a draw from what was published of it, as anybody runs it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { ApiAnswer } from '#contract/api.ts';
import type { NumbersRules } from '#contract/games/numbers.ts';
import type { Draw } from '#server/draws/draw.ts';
import { shownEvidence } from '#server/draws/seal/evidence.ts';
import { createPublishedBooks } from '#server/draws/seal/published-book.ts';
import { shownRules } from '#server/games/numbers/shown-rules.ts';
import { publishedKeys } from '#server/platform/signatures.ts';
import type { TestDatabase } from './database.ts';

export type Published = {
  evidence: ApiAnswer<'lotto.evidence'>;
  rules: NumbersRules;
  book: string;
};

export async function publishedOf(data: TestDatabase, draw: Draw): Promise<Published> {
  const { parts, type } = await createPublishedBooks(data)(draw.game, draw.number);
  expect(type).toBe('application/gzip');
  const bytes = await Array.fromAsync(parts, (part) => Buffer.from(part));
  return {
    evidence: await shownEvidence(data.db, data.config.kinds, { gameId: draw.game, draw: draw.number }),
    rules: shownRules(draw.rulesId) as NumbersRules,
    book: gunzipSync(Buffer.concat(bytes)).toString('latin1'),
  };
}

/** The lines that the program prints of what does not hold; none when it ends with 0. */
export function recompute(data: TestDatabase, { evidence, rules, book }: Published): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'hending-recompute-'));
  const written = Object.entries({
    'evidence.json': JSON.stringify(evidence),
    'rules.json': JSON.stringify(rules),
    'book.txt': book,
  }).map(([name, text]) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  });
  const program = new URL('../../tools/verify-draw.mjs', import.meta.url).pathname;
  const key = publishedKeys(data.config.secrets)[0] ?? '';
  const args = [program, ...written, '--key', key];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const lines = stdout.split('\n').filter((each) => each.startsWith('FAILS'));
  expect(status).toBe(lines.length > 0 ? 1 : 0);
  return lines.map((each) => each.slice(7));
}
