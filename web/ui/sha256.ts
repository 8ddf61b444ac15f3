/** SHA-256 on every page: browsers have `crypto.subtle` on https and localhost only. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (crypto.subtle !== undefined) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const { sha256: digest } = await import('@noble/hashes/sha2.js');
  return new Uint8Array(digest(bytes));
}
