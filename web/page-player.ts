/**
 * The player for whom the page of this tab was made. It goes with every call, so that a tab never uses the
 * session of a player who signed in elsewhere meanwhile.
 */
let playerId: string | null = null;

/** Null on a page that was made for nobody. */
export const pagePlayer = (): string | null => playerId;

export function setPagePlayer(id: string | null): void {
  playerId = id;
}
