/** The feed of matches as the product sees it: programs of the pools, and what happens in their matches. */

export type FeedScore = { home: number; away: number };

/** A report of the feed about one match, with the feed's own time. The score is after regular time. */
export type MatchNews = {
  kind: 'match';
  at: Date;
  /** The feed's number of the match. */
  match: string;
  kickOff?: Date;
  state?: 'notStarted' | 'onGoing' | 'finished' | 'abandoned' | 'postponed' | 'cancelled';
  score?: FeedScore;
  extraTime?: FeedScore;
  shootOut?: FeedScore;
};

/** `file`: a line as operators import it, with the odds of its matches. */
export type ProgramNews = { kind: 'program'; at: Date; game: string; file: string };

export type FeedNews = {
  /** Everything up to here is among the news: earlier than asked where there is a lot of it. */
  until: Date;
  news: readonly (MatchNews | ProgramNews)[];
};

export type MatchFeed = {
  /** Everything said after `after`, up to `at`. Throws `MatchFeedError`. May be repeated. */
  news(question: { after: Date; at: Date }): Promise<FeedNews>;
};

/** `unreachable`: ask again later. `untrusted`: nothing to go by; a person must look. */
export class MatchFeedError extends Error {
  readonly kind: 'unreachable' | 'untrusted';

  constructor(kind: 'unreachable' | 'untrusted', message: string) {
    super(message);
    this.name = 'MatchFeedError';
    this.kind = kind;
  }
}
