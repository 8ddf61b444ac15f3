/** Makes certificates: root, the intermediate authority below it, and people below that. */
import { createPrivateKey, randomBytes } from 'node:crypto';
import * as asn1 from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs';

export const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

export type Subject = { commonName: string; serialNumber?: string };
export type Issuer = { certificate: Certificate; key: CryptoKey };

export function newKeyPair(): Promise<CryptoKeyPair> {
  const parameters = { ...rsa, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  return crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
}

type Wanted = {
  subject: Subject;
  publicKey: CryptoKey;
  from: Date;
  to: Date;
  isAuthority: boolean;
  /** Null: signs itself. */
  issuer: Issuer | null;
};

/** @param key that of the issuer, or its own for a root */
export async function makeCertificate(wanted: Wanted, key: CryptoKey): Promise<Certificate> {
  const { subject, publicKey, from, to, isAuthority, issuer } = wanted;
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1.Integer({ valueHex: positive(randomBytes(16)) });
  certificate.subject.typesAndValues = nameOf(subject);
  certificate.issuer.typesAndValues = issuer
    ? issuer.certificate.subject.typesAndValues
    : certificate.subject.typesAndValues;
  certificate.notBefore.value = from;
  certificate.notAfter.value = to;
  certificate.extensions = [basicConstraints(isAuthority), keyUsage(isAuthority)];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(key, 'SHA-256');
  return certificate;
}

function nameOf({ commonName, serialNumber }: Subject): AttributeTypeAndValue[] {
  return [
    new AttributeTypeAndValue({ type: '2.5.4.6', value: new asn1.PrintableString({ value: 'IS' }) }),
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new asn1.Utf8String({ value: commonName }) }),
    ...(serialNumber === undefined
      ? []
      : [
          new AttributeTypeAndValue({
            type: '2.5.4.5',
            value: new asn1.PrintableString({ value: serialNumber }),
          }),
        ]),
  ];
}

function basicConstraints(cA: boolean): Extension {
  const extnValue = new BasicConstraints({ cA }).toSchema().toBER(false);
  return new Extension({ extnID: '2.5.29.19', critical: true, extnValue });
}

/** Authorities sign certificates and lists, people sign. */
function keyUsage(isAuthority: boolean): Extension {
  const bits = isAuthority ? 0b0000_0110 : 0b1100_0000;
  const unusedBits = isAuthority ? 1 : 6;
  const extnValue = new asn1.BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits }).toBER(false);
  return new Extension({ extnID: '2.5.29.15', critical: true, extnValue });
}

function positive(bytes: Buffer): ArrayBuffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return new Uint8Array(bytes).buffer;
}

export function toPem(certificate: Certificate): string {
  const lines =
    Buffer.from(certificate.toSchema().toBER(false))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

export function fromPem(pem: string): Certificate {
  return Certificate.fromBER(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'));
}

export async function keyToPem(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key));
  const pem = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    type: 'pkcs8',
    format: 'pem',
  });
  return String(pem);
}

export function keyFromPem(pem: string): Promise<CryptoKey> {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', new Uint8Array(der), rsa, true, ['sign']);
}
