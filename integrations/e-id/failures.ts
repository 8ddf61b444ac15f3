/** What can go wrong, and what the product answers. */
import { EIdError, type EIdFailure, type EIdReason } from './face.ts';

type Kind = Pick<EIdFailure, 'code' | 'about' | 'retry'>;
const unknowable: Kind = { code: 'EC_ELOGIN_ERROR', about: 'provider', retry: false };
const notPossible: Kind = { code: 'EC_ELOGIN_ERROR', about: 'person', retry: false };
const saidNo: Kind = { code: 'EC_ELOGIN_AUTH_ERROR', about: 'person', retry: false };
const silent: Kind = { ...saidNo, retry: true };

const kinds: Record<EIdReason, Kind> = {
  noElectronicId: notPossible,
  noMobileNumber: notPossible,
  cancelled: saidNo,
  blocked: saidNo,
  noCertificate: saidNo,
  noAnswer: silent,
  notReached: silent,
  refused: unknowable,
  unreachable: { ...unknowable, retry: true },
  unreadable: unknowable,
  untrusted: unknowable,
  unknown: unknowable,
};

const reasons: { [providerCode: string]: EIdReason } = {
  mssp_105: 'noElectronicId',
  audkenni_404: 'noElectronicId',
  audkenni_400: 'noMobileNumber',
  mssp_401: 'cancelled',
  mssp_402: 'blocked',
  mssp_403: 'blocked',
  mssp_404: 'noCertificate',
  mssp_208: 'noAnswer',
  mssp_209: 'notReached',
  ...Object.fromEntries([101, 102, 103, 104, 107, 108, 109].map((code) => [`mssp_${code}`, 'refused'])),
  InvalidClientId: 'refused',
  audkenni_403: 'refused',
};

export const failure = (reason: EIdReason, detail: string): EIdFailure => ({
  ...kinds[reason],
  reason,
  detail,
});

export function fail(reason: EIdReason, detail: string): never {
  throw new EIdError(failure(reason, detail));
}

/** @param texts those of a refusal, in which the code stands somewhere */
export function failureOf(texts: readonly (string | undefined)[]): EIdFailure {
  const codes = texts.flatMap(
    (text) => text?.match(/\b(?:(?:mssp|audkenni)_\d{3}|InvalidClientId)\b/g) ?? [],
  );
  const code = codes.find((found) => Object.hasOwn(reasons, found)) ?? codes[0];
  if (code === undefined) return failure('unknown', 'a refusal without a code');
  return failure(reasons[code] ?? 'unknown', code);
}
