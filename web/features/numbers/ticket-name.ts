import type { Translate } from '#texts/format.ts';
import type { GameId } from './play-data.server.ts';

/** @param system how many numbers a system holds; 0 for rows */
export function ticketNameOf(t: Translate, gameId: GameId, system: number): string {
  const game = t(`games.${gameId}.name`);
  return system > 0 ? t('ticket.ofSystem', { game, size: system }) : game;
}
