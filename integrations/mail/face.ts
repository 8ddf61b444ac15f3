/** E-mail as the product sees it: one plain-text letter to one address. */

export type Letter = {
  /** The same on every attempt: the receiving side can tell a repeated letter by it. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** When its cause happened, by domain time. */
  date: Date;
  /** Where a POST without a session stops such letters (RFC 8058); absent where the letter is owed. */
  unsubscribeUrl?: string | undefined;
};

export type Mail = {
  /** Resolves when the mail server has taken the letter; rejects with `DeliveryError`. */
  send(letter: Letter): Promise<void>;
};
