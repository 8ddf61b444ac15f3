import { open } from 'node:fs/promises';
import { refuse } from '#server/platform/refusal.ts';

const megabyte = 1_000_000;

/** The text of a file that a person brings. Devices, too large files and other encodings are refused. */
export async function readTextFile(
  path: string,
  { megabytesMax }: { megabytesMax: number },
): Promise<string> {
  const bytes = await readBytes(path, megabytesMax * megabyte).catch(() => null);
  if (bytes === null) return refused('EC_NO_DATA_FOUND', `${path} cannot be read.`);
  if (bytes === 'tooLarge') return refused('EC_INVALID_INPUT', `${path} has more than ${megabytesMax} MB.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('EC_INVALID_INPUT', `${path} is not text in UTF-8.`);
  }
}

async function readBytes(path: string, max: number): Promise<Buffer | 'tooLarge' | null> {
  const file = await open(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    return stat.size > max ? 'tooLarge' : await file.readFile();
  } finally {
    await file.close();
  }
}

function refused(code: 'EC_NO_DATA_FOUND' | 'EC_INVALID_INPUT', message: string): never {
  return refuse(code, { details: { message } });
}
