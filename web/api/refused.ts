/**
 * What the frame of the page does when a call is refused because of who calls: one place for all pages. Kept
 * apart from the client, which pages fetch when they need it.
 */

/**
 * No session any more, or the form that mends it: the electronic ID has to be renewed (`eLoginRequired`), the
 * password or the electronic ID is asked for again (`fresh`), or the electronic ID alone.
 */
export type Refusal = 'expired' | 'eLoginRequired' | 'fresh' | 'eLoginRevalidation';

/** @returns true when the refusal was mended, so that the call can be repeated */
type Mend = (refusal: Refusal) => Promise<boolean>;

let mend: Mend = async () => false;

export function whenRefused(by: Mend): void {
  mend = by;
}

export function mended(refusal: Refusal): Promise<boolean> {
  return mend(refusal);
}

let tellOtherPlayer: (signedInAs: string) => void = () => {};

export function whenOtherPlayer(by: (signedInAs: string) => void): void {
  tellOtherPlayer = by;
}

/** A call was refused because another player is signed in. @param signedInAs full name of that player */
export function otherPlayerFound(signedInAs: string): void {
  tellOtherPlayer(signedInAs);
}
