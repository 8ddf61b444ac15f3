/** The draw machine as the product sees it: asked once for a sealed draw, it answers a signed protocol. */

/**
 * What is drawn: `main.pick` of 1..`main.max`; the extra numbers from the balls left, or from a pool
 * of their own.
 */
export type DrawMatrix = {
  main: { pick: number; max: number };
  bonus: { count: number; max: number; pool: 'main' | 'own' };
  /** Digits of the Joker drawn beside it. */
  jokerDigits: number;
};

export type DrawOrder = {
  game: string;
  draw: number;
  /**
   * Root of the sealed sales, in hex: the machine binds its answer to it, so the sales
   * cannot change afterwards.
   */
  sealRoot: string;
  at: Date;
  matrix: DrawMatrix;
};

/** Checked: signed by the machine that is trusted, for this order, numbers within the matrix. */
export type DrawProtocol = {
  machineId: string;
  drawnAt: string;
  /** Ascending. */
  numbers: number[];
  bonusNumbers: number[];
  /** Five digits, `01234`. */
  joker: string;
  /** Exactly what was signed, and the Ed25519 signature over its bytes, in base64url. */
  text: string;
  signature: string;
};

export type DrawMachine = {
  /** Throws `DrawMachineError`. The same order always gets the same protocol, so it may be repeated. */
  draw(order: DrawOrder): Promise<DrawProtocol>;
};

/** `unreachable`: ask again later. `untrusted`: the answer is not one to draw by; a person must look. */
export class DrawMachineError extends Error {
  readonly kind: 'unreachable' | 'untrusted';

  constructor(kind: 'unreachable' | 'untrusted', message: string) {
    super(message);
    this.name = 'DrawMachineError';
    this.kind = kind;
  }
}
