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
  /** Resolves when the document lies in the online bank; rejects with `DeliveryError`. */
  send(document: BankDocument): Promise<void>;
};
