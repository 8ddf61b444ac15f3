/** What a page of a running program shows of it as one text, to tell whether something has changed. */
import type { ApiAnswer } from '#contract/api.ts';

type Program = ApiAnswer<'toto.program'> | ApiAnswer<'xg.program'> | ApiAnswer<'toto.ticket'>['program'];

export function factsOf({ status, wins, standing, events }: Program): string {
  const matches = events.map((event) => [event.status, event.score, event.result, event.dateKickOff]);
  return JSON.stringify([status, wins.length, standing?.countedAt, matches]);
}
