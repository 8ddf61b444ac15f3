import type { ApiAnswer } from '#contract/api.ts';

export const hasResult = (ticket: ApiAnswer<'lotto.ticket'>): boolean =>
  ('play' in ticket ? ticket.play.outcome : ticket.results) !== undefined;
