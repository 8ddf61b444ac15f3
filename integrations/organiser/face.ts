/** The organiser of pools that several countries share, as the product sees it. */

/** What a draw sold here and what of it wins, for the tiers that are shared. */
export type Participation = {
  game: string;
  draw: number;
  rulesId: string;
  /** Rows sold, systems expanded. */
  rows: number;
  winners: readonly { tier: number; winners: number }[];
};

export type Organiser = {
  /**
   * The figures of the draw, as the file that operators bring by hand: JSON as text, checked to be signed by
   * the organiser for this draw. Throws `OrganiserError`. Asked again, it answers the same bytes.
   */
  figures(participation: Participation): Promise<string>;
};

/** `unreachable`: ask again later. `untrusted`: not figures to settle by; a person must look. */
export class OrganiserError extends Error {
  readonly kind: 'unreachable' | 'untrusted';

  constructor(kind: 'unreachable' | 'untrusted', message: string) {
    super(message);
    this.name = 'OrganiserError';
    this.kind = kind;
  }
}
