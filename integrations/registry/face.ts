/** The register of persons as the product sees it: a national id, and what is known of its owner. */

export type RegisteredPerson = {
  firstName: string;
  lastName: string;
  /** Legal home; the three are null together where the register may not tell it, or knows none. */
  address: string | null;
  postalCode: string | null;
  city: string | null;
  deceased: boolean;
  /** The address is protected: it is never shown or asked for elsewhere. */
  protected: boolean;
};

export type Registry = {
  /** Ten digits. Null: the register does not know the number. Throws `RegistryError`. */
  lookup(nationalId: string): Promise<RegisteredPerson | null>;
};

/** `unreachable`: ask later. `refused`: key or request are wrong. `unreadable`: not an answer. */
export class RegistryError extends Error {
  readonly kind: 'unreachable' | 'refused' | 'unreadable';

  constructor(kind: RegistryError['kind'], message: string) {
    super(message);
    this.name = 'RegistryError';
    this.kind = kind;
  }
}
