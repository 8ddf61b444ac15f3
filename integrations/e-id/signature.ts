/** The person's own signature: PKCS#7 by a certificate of a pinned authority. */
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { fail } from './failures.ts';

export type Signer = {
  /** Common name and serial number of the certificate's subject. */
  name: string;
  nationalId: string;
  /** Last day, `YYYY-MM-DD`. */
  certificateExpires: string;
};

const commonName = '2.5.4.3';
const serialNumber = '2.5.4.5';
/** SHA-256, 384, 512. */
const digests = [1, 2, 3].map((last) => `2.16.840.1.101.3.4.2.${last}`);
/** RSA and ECDSA with one of these, and RSA-PSS. */
const signatures = [
  ...[10, 11, 12, 13].map((last) => `1.2.840.113549.1.1.${last}`),
  ...[2, 3, 4].map((last) => `1.2.840.10045.4.3.${last}`),
];

/** Throws `EIdError` `untrusted` for whatever does not prove who signed. */
export async function verifySignature(base64: string, authorities: readonly Certificate[]): Promise<Signer> {
  const certificate = await signerOf(base64).catch((error: unknown) =>
    fail('untrusted', `the signature does not hold: ${error instanceof Error ? error.message : ''}`),
  );
  if (!(await isIssuedBy(certificate, authorities)))
    fail('untrusted', 'the signature is by a certificate of another authority');
  return {
    name: subjectValue(certificate, commonName),
    nationalId: subjectValue(certificate, serialNumber),
    certificateExpires: certificate.notAfter.value.toISOString().slice(0, 10),
  };
}

async function signerOf(base64: string): Promise<Certificate> {
  const { contentType, content } = ContentInfo.fromBER(Buffer.from(base64, 'base64'));
  if (contentType !== ContentInfo.SIGNED_DATA) throw new Error('no signed data');
  const signed = new SignedData({ schema: content });
  const [signer, ...others] = signed.signerInfos;
  if (!signer || others.length > 0) throw new Error('not one signer');
  if (!signed.encapContentInfo.eContent) throw new Error('nothing is signed');
  if (!digests.includes(signer.digestAlgorithm.algorithmId)) throw new Error('a weak digest');
  const { signatureVerified, signerCertificate } = await signed.verify({
    signer: 0,
    checkChain: false,
    extendedMode: true,
  });
  if (signatureVerified !== true || !signerCertificate) throw new Error('not by this certificate');
  return signerCertificate;
}

async function isIssuedBy(certificate: Certificate, authorities: readonly Certificate[]): Promise<boolean> {
  if (!signatures.includes(certificate.signatureAlgorithm.algorithmId)) return false;
  for (const authority of authorities) {
    if (!certificate.issuer.isEqual(authority.subject)) continue;
    if (await certificate.verify(authority).catch(() => false)) return true;
  }
  return false;
}

function subjectValue({ subject }: Certificate, oid: string): string {
  const [value, ...others] = subject.typesAndValues.filter(({ type }) => type === oid);
  const text: unknown = value?.value.valueBlock.value;
  if (typeof text !== 'string' || text === '' || others.length > 0)
    return fail('untrusted', 'the certificate does not name one person');
  return text;
}

/** @param pem certificates one after the other, as files of authorities come */
export function readAuthorities(pem: string): Certificate[] {
  const found = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g)];
  if (found.length === 0) throw new Error('There is no certificate in the text of the authorities.');
  return found.map(([, body = '']) => Certificate.fromBER(Buffer.from(body, 'base64')));
}
