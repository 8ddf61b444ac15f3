/** The sandbox's authority: gives people certificates and lets them sign. */
import { createHash } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import {
  fromPem,
  type Issuer,
  keyFromPem,
  keyToPem,
  makeCertificate,
  newKeyPair,
  type Subject,
  toPem,
} from './certificates.ts';
import { ensureStored, readRenewed, type Stored, writeRenewed } from './store.ts';
import type { Subscriber } from './subscribers.ts';

/** `foreign`: by an authority that nobody trusts. `spoilt`: one bit is wrong. */
export type Fault = 'foreign' | 'spoilt';

export type Authority = {
  /** RS256, PKCS 8. */
  tokenKeyPem: string;
  /** The end of this person's certificate; null without electronic ID. */
  expires(person: Subscriber): Date | null;
  /** A new electronic ID, good for five years. */
  renew(person: Subscriber): void;
  /** PKCS#7 over the text, in base64. */
  sign(person: Subscriber, text: string, fault?: Fault): Promise<string>;
};

const day = 86_400_000;
const years = (count: number) => count * 365 * day;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

export async function createAuthority(dataDir: string, now: () => Date): Promise<Authority> {
  const stored = await ensureStored(dataDir, () => make(now()));
  const issuer: Issuer = {
    certificate: fromPem(stored.intermediatePem),
    key: await keyFromPem(stored.intermediateKeyPem),
  };
  const renewed = readRenewed(dataDir);
  const expires = ({ nationalId, certificateDays }: Subscriber): Date | null => {
    const newest = renewed[nationalId];
    if (newest !== undefined) return new Date(newest);
    return certificateDays === null ? null : after(new Date(stored.madeAt), certificateDays * day);
  };
  return {
    tokenKeyPem: stored.tokenKeyPem,
    expires,
    renew(person) {
      renewed[person.nationalId] = after(now(), years(5)).toISOString();
      writeRenewed(dataDir, renewed);
    },
    async sign(person, text, fault) {
      const to = expires(person);
      if (!to) throw new Error(`${person.nationalId} has no electronic ID`);
      const by = fault === 'foreign' ? await foreignIssuer(now()) : issuer;
      const subject = { commonName: person.name, serialNumber: person.nationalId };
      const signer = await issue(subject, by, { from: after(to, -years(5)), to });
      const signature = await signedData(signer, by.certificate, text, now());
      return (fault === 'spoilt' ? spoilt(signature) : signature).toString('base64');
    },
  };
}

/** A certificate made for this one signature: as good as one that was made before, and nothing to keep. */
async function issue(
  subject: Subject,
  issuer: Issuer,
  { from, to }: { from: Date; to: Date },
): Promise<Issuer> {
  const { publicKey, privateKey } = await newKeyPair();
  const wanted = { subject, publicKey, from, to, isAuthority: false, issuer };
  return { certificate: await makeCertificate(wanted, issuer.key), key: privateKey };
}

async function signedData({ certificate, key }: Issuer, above: Certificate, text: string, at: Date) {
  const eContent = new asn1.OctetString({ valueHex: new Uint8Array(Buffer.from(text)).buffer });
  const signed = new SignedData({
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA, eContent }),
    signerInfos: [
      new SignerInfo({
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributes(text, at) }),
      }),
    ],
    certificates: [certificate, above],
  });
  await signed.sign(key, 0, 'SHA-256');
  const content = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
  return Buffer.from(content.toSchema().toBER(false));
}

function attributes(text: string, at: Date): Attribute[] {
  const digest = new Uint8Array(createHash('sha256').update(text).digest()).buffer;
  const pkcs9 = '1.2.840.113549.1.9';
  return [
    new Attribute({ type: `${pkcs9}.3`, values: [new asn1.ObjectIdentifier({ value: ContentInfo.DATA })] }),
    new Attribute({ type: `${pkcs9}.4`, values: [new asn1.OctetString({ valueHex: digest })] }),
    new Attribute({ type: `${pkcs9}.5`, values: [new asn1.UTCTime({ valueDate: at })] }),
  ];
}

/** The signature's own bytes are the last ones. */
function spoilt(signature: Buffer): Buffer {
  const last = signature.length - 1;
  signature[last] = (signature[last] ?? 0) ^ 1;
  return signature;
}

async function make(at: Date): Promise<Stored> {
  const { rootPem, intermediate } = await makeAuthorities(at);
  const tokenKey = await newKeyPair();
  return {
    madeAt: at.toISOString(),
    rootPem,
    intermediatePem: toPem(intermediate.certificate),
    intermediateKeyPem: await keyToPem(intermediate.key),
    tokenKeyPem: await keyToPem(tokenKey.privateKey),
  };
}

async function makeAuthorities(at: Date): Promise<{ rootPem: string; intermediate: Issuer }> {
  const lifetime = { from: after(at, -years(6)), to: after(at, years(20)), isAuthority: true };
  const [top, middle] = [await newKeyPair(), await newKeyPair()];
  const root = await makeCertificate(
    { subject: { commonName: 'Sandkassarót' }, publicKey: top.publicKey, ...lifetime, issuer: null },
    top.privateKey,
  );
  const issuer = { certificate: root, key: top.privateKey };
  const subject = { commonName: 'Fullgilt auðkenni sandkassans' };
  const below = await makeCertificate(
    { subject, publicKey: middle.publicKey, ...lifetime, issuer },
    issuer.key,
  );
  return { rootPem: toPem(root), intermediate: { certificate: below, key: middle.privateKey } };
}

const foreignIssuer = async (at: Date) => (await makeAuthorities(at)).intermediate;
