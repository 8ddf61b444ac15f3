/** Text messages as the product sees them. */

export type TextMessage = {
  /** E.164, or seven Icelandic digits. */
  to: string;
  /** At most 1600 characters. */
  text: string;
};

export type Sms = {
  /**
   * Resolves with the gateway's id when it has taken the message; rejects with `SmsError`. The protocol
   * has no id of ours: a repeated request is a repeated message.
   */
  send(message: TextMessage): Promise<string>;
};

/**
 * `unreachable`: nobody there, or not delivered now: try again later. `refused`: this message will never
 * be taken. The message never holds the gateway's words, which may repeat numbers.
 */
export class SmsError extends Error {
  readonly kind: 'unreachable' | 'refused';
  constructor(kind: SmsError['kind'], message: string) {
    super(message);
    this.name = 'SmsError';
    this.kind = kind;
  }
}
