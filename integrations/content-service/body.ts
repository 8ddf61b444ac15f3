/** Reads what the content service answers, up to a size. */
import { ContentServiceError } from './face.ts';

export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    unreachable(error);
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks);
  throw new ContentServiceError(
    'unreadable',
    `The answer of the content service is larger than ${maxBytes} bytes`,
    response.status,
  );
}

export function unreachable(error: unknown): never {
  throw new ContentServiceError('unreachable', `The content service does not answer: ${String(error)}`);
}
