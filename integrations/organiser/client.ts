/** Asks the organiser of common pools and believes nothing that its key has not signed for this very draw. */
import { askSigned, readSigned, type SignedParty } from '../signed-protocol.ts';
import { type Organiser, OrganiserError } from './face.ts';
import { figuresPath, figuresSchema } from './wire.ts';

export type OrganiserOptions = Pick<SignedParty, 'address' | 'trustAnchor' | 'timeoutMs'>;

export function createOrganiser(options: OrganiserOptions): Organiser {
  const party: SignedParty = { ...options, name: 'the organiser', fail };
  return {
    async figures(participation) {
      const answer = await askSigned(party, figuresPath, participation);
      const figures = figuresSchema.safeParse(readSigned(answer, party));
      if (!figures.success) fail('untrusted', 'the figures cannot be read');
      const { game, draw } = figures.data;
      if (game !== participation.game || draw !== participation.draw)
        fail('untrusted', 'the figures are of another draw');
      return answer.protocol;
    },
  };
}

function fail(kind: OrganiserError['kind'], message: string): never {
  throw new OrganiserError(kind, message);
}
