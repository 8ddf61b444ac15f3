/**
 * The player for whom the page of this tab was made. Every call sends the id, so that a tab never
 * uses the session of a player who signed in in another tab.
 */
let playerId: string | null = null;

/** Null on a page made for a signed-out visitor. */
export const pagePlayer = (): string | null => playerId;

export function setPagePlayer(id: string | null): void {
  playerId = id;
}
