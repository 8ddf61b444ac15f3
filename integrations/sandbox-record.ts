/** What a sandbox has answered, a line of JSON each in a file, so that its restart changes nothing. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type SandboxRecord<Entry> = {
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** On the disk when it returns; without `flush` it outlives the process, not the machine. */
  add(entry: Entry): void;
};

export function openRecord<Entry>(file: string, { flush = true } = {}): SandboxRecord<Entry> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const entries = lines.flatMap((line) => readLine<Entry>(line));
  return {
    entries,
    add(entry) {
      appendFileSync(file, `\n${JSON.stringify(entry)}`, { flush });
      entries.push(entry);
    },
  };
}

/** None where a crash cut the line off: it was never answered. */
function readLine<Entry>(line: string): Entry[] {
  try {
    return [JSON.parse(line) as Entry];
  } catch {
    return [];
  }
}
