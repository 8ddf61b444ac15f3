/** Text messages as the product sees them. */

export type TextMessage = {
  /** E.164, or seven Icelandic digits. */
  to: string;
  /** At most 1600 characters. */
  text: string;
};

export type Sms = {
  /**
   * Resolves with the gateway's id when it has taken the message; rejects with `DeliveryError`. The protocol
   * has no id of ours: a repeated request is a repeated message.
   */
  send(message: TextMessage): Promise<string>;
};
