/** Asks the feed of matches, and believes nothing that its key has not signed for this very question. */
import { askSigned, readSigned, type SignedParty } from '../signed-protocol.ts';
import { type FeedNews, type MatchFeed, MatchFeedError } from './face.ts';
import { answerSchema, newsPath, type WireNews, type WireQuestion, wireVersion } from './wire.ts';

export type MatchFeedOptions = Pick<SignedParty, 'address' | 'trustAnchor' | 'timeoutMs'>;

export function createMatchFeed(options: MatchFeedOptions): MatchFeed {
  const party: SignedParty = { ...options, name: 'the match feed', fail };
  return {
    async news({ after, at }) {
      const question = { version: wireVersion, after: after.toISOString(), at: at.toISOString() } as const;
      const answer = await askSigned(party, newsPath, question satisfies WireQuestion);
      const read = answerSchema.safeParse(readSigned(answer, party));
      if (!read.success) return fail('untrusted', 'the news cannot be read');
      const { until, news, ...said } = read.data;
      if (said.after !== question.after || said.at !== question.at)
        fail('untrusted', 'the news answer another question');
      if (new Date(until) < after || new Date(until) > at)
        fail('untrusted', 'the news end outside of what was asked');
      return { until: new Date(until), news: news.map(newsOf) };
    },
  };
}

function newsOf(wire: WireNews): FeedNews['news'][number] {
  const at = new Date(wire.at);
  if (wire.kind === 'program') return { ...wire, at };
  const { kind, match, kickOff, state, score, extraTime, shootOut } = wire;
  return {
    ...{ kind, match, at },
    ...(kickOff && { kickOff: new Date(kickOff) }),
    ...(state && { state }),
    ...(score && { score }),
    ...(extraTime && { extraTime }),
    ...(shootOut && { shootOut }),
  };
}

function fail(kind: MatchFeedError['kind'], message: string): never {
  throw new MatchFeedError(kind, message);
}
