import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** DATA_DIR/run.json: how operator, tests and people find what runs here. It holds no secret. */
export type RunFile = {
  pid: number;
  startedAt: string;
  /** What holds DATA_DIR: the product, or a command for its own time. */
  purpose: string;
  port?: number;
  sandboxPort?: number;
  /** Whether draws of this instance happen by themselves; a command's environment does not say it. */
  autoDraw?: boolean;
  postgres?: { port: number; pid: number | null };
  children?: Record<string, number | null>;
};

const fileOf = (dataDir: string) => join(dataDir, 'run.json');

export function writeRunFile(dataDir: string, content: RunFile): void {
  const unfinished = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(unfinished, fileOf(dataDir));
}

/** `null` when nothing runs or the file cannot be read yet. */
export function readRunFile(dataDir: string): RunFile | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunFile;
  } catch {
    return null;
  }
}

export const removeRunFile = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });
