/** The public beacon as the product sees it: random values that nobody knows before their time. */

export type BeaconValue = {
  /** SHA-256 of the signature, 64 hexadecimal digits: what people read as `randomness`. */
  value: string;
  /** Of the round, checked against the key of the chain. */
  signature: Buffer;
};

export type Beacon = {
  /** The value of a round whose time has come. Throws `BeaconError`. Asked again, it is the same. */
  value(round: number): Promise<BeaconValue>;
};

/** `unreachable`: ask again later. `untrusted`: not a value to draw by; a person must look. */
export class BeaconError extends Error {
  readonly kind: 'unreachable' | 'untrusted';

  constructor(kind: 'unreachable' | 'untrusted', message: string) {
    super(message);
    this.name = 'BeaconError';
    this.kind = kind;
  }
}
