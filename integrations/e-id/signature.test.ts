import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentInfo, SignedData } from 'pkijs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EIdError } from './face.ts';
import { type Authority, createAuthority } from './sandbox/authority.ts';
import { intermediateFile } from './sandbox/store.ts';
import { subscribers } from './sandbox/subscribers.ts';
import { readAuthorities, type Signer, verifySignature } from './signature.ts';

const at = new Date('2026-11-22T12:00:00Z');
const [ylfa] = subscribers;
const signer = { name: 'Ylfa Ránardóttir', nationalId: '0101700019', certificateExpires: '2029-11-21' };

let dataDir = '';
let authority: Authority;
let signature = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'hending-signature-'));
  authority = await createAuthority(dataDir, () => at);
  signature = await sign();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const pinned = () => readAuthorities(readFileSync(intermediateFile(dataDir), 'utf8'));

function sign(): Promise<string> {
  if (!ylfa) throw new Error('nobody');
  return authority.sign(ylfa, 'Hending innskráning');
}

const verified = (base64: string) => verifySignature(base64, pinned());

/** The signer, or the reason why nobody is proven; what is thrown besides fails the test. */
async function outcome(bytes: Buffer): Promise<Signer | string> {
  return verified(bytes.toString('base64')).catch((error: unknown) => {
    if (error instanceof EIdError) return error.failure.reason;
    throw error;
  });
}

test('the signer is who the certificate says, until its last day', async () => {
  expect(await verified(signature)).toEqual(signer);
});

test('wherever a byte is changed: nobody is proven, or nothing that matters was changed', async () => {
  const bytes = Buffer.from(signature, 'base64');
  let refused = 0;
  for (let place = 0; place < bytes.length; place += 11) {
    const altered = Buffer.from(bytes);
    altered[place] = (altered[place] ?? 0) ^ 0x01;
    const result = await outcome(altered);
    if (typeof result === 'string') refused += 1;
    expect(typeof result === 'string' ? 'untrusted' : signer).toEqual(result);
  }
  expect(refused).toBeGreaterThan(50);
});

test('cut off, empty, other text: untrusted, never another error', async () => {
  const bytes = Buffer.from(signature, 'base64');
  for (let length = 0; length < bytes.length; length += 97)
    expect(await outcome(bytes.subarray(0, length))).toBe('untrusted');
  expect(await outcome(Buffer.from('not a signature at all'))).toBe('untrusted');
});

test('a signature without what was signed, or by two, proves nothing', async () => {
  const edited = async (edit: (signed: SignedData) => void) => {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Buffer.from(signature, 'base64')).content });
    edit(signed);
    const whole = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
    return outcome(Buffer.from(whole.toSchema().toBER(false)));
  };
  expect(await edited(() => {})).toEqual(signer);
  expect(await edited(({ encapContentInfo }) => delete encapContentInfo.eContent)).toBe('untrusted');
  expect(await edited(({ signerInfos }) => signerInfos.push(...signerInfos))).toBe('untrusted');
  expect(await edited((signed) => delete signed.certificates)).toBe('untrusted');
});

test('several authorities are pinned at once; without the right one nobody is believed', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hending-signature-'));
  await createAuthority(elsewhere, () => at);
  const others = readFileSync(intermediateFile(elsewhere), 'utf8');
  rmSync(elsewhere, { recursive: true });
  await expect(verifySignature(signature, readAuthorities(others))).rejects.toThrow('another authority');
  const both = readAuthorities(others + readFileSync(intermediateFile(dataDir), 'utf8'));
  expect(await verifySignature(signature, both)).toEqual(signer);
  expect(() => readAuthorities('no certificate')).toThrow('no certificate');
});
