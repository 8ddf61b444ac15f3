/**
 * Kind of a setting's value, which decides how production checks it (production.ts). Outside
 * addresses begin with https, keys have 32 bytes, and so on. An `issuedKey` comes from an outside
 * party and may be shorter.
 */
export type SettingKind =
  | 'plain'
  | 'outsideAddress'
  | 'siteAddress'
  | 'mailAddress'
  | 'emailAddress'
  | 'phoneNumber'
  | 'hours'
  | 'databaseAddress'
  | 'secretKey'
  | 'secretKeys'
  | 'issuedKey'
  | 'networks';

/** A name of the environment that is read; `tools/configuration.ts` writes the list out for people. */
export type Setting = {
  kind: SettingKind;
  /** What holds without it, in words. */
  otherwise: string;
  meaning: string;
  /** Production does not start without it. */
  required?: true;
  /** The value of an embedded instance, which production does not take. */
  sandboxValue?: string;
};
