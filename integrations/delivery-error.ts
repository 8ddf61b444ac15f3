/**
 * Thrown when e-mail, a text message or a bank document was not taken.
 * `unreachable`: no answer, or not willing now; try again later. `refused`: this message will never be taken.
 * The text must not repeat the other side's words, which may hold addresses and numbers.
 */
export class DeliveryError extends Error {
  readonly kind: 'unreachable' | 'refused';

  constructor(kind: DeliveryError['kind'], message: string) {
    super(message);
    this.name = 'DeliveryError';
    this.kind = kind;
  }
}
