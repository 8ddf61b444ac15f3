/** Documents into a person's online bank. */

export type BankDocument = {
  /** The same on every attempt: the bank takes a document of one id once. */
  id: string;
  /** Ten digits. */
  nationalId: string;
  title: string;
  text: string;
};

export type HomeBank = {
  /** Resolves when the document lies in the online bank; rejects with `HomeBankError`. */
  send(document: BankDocument): Promise<void>;
};

/**
 * `unreachable`: nobody there: try again later. `refused`: this person has no online bank, or the document
 * is not taken. The message never holds the bank's words.
 */
export class HomeBankError extends Error {
  readonly kind: 'unreachable' | 'refused';
  constructor(kind: HomeBankError['kind'], message: string) {
    super(message);
    this.name = 'HomeBankError';
    this.kind = kind;
  }
}
