/** Reads rounds of the beacon, and believes nothing that the key of its chain has not signed. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type Beacon, BeaconError } from './face.ts';
import { type Chain, domainTag, messageOf, roundPath, roundSchema, sha256 } from './wire.ts';

export type BeaconOptions = {
  /** Without a slash at the end. */
  address: string;
  /** Asked for each time, since a sandbox may come after the product. */
  chain: () => Chain;
  timeoutMs?: number;
};

export function createBeacon({ address, chain, timeoutMs = 10_000 }: BeaconOptions): Beacon {
  return {
    async value(round) {
      const { hash, publicKey } = chainOf(chain);
      const response = await fetch(address + roundPath(hash, round), {
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => fail('unreachable', `the beacon does not answer: ${String(error)}`));
      if (!response.ok) fail('unreachable', `the beacon answers ${response.status} for round ${round}`);
      const answer = roundSchema.safeParse(await response.json().catch(() => null));
      if (!answer.success) return fail('unreachable', 'the answer of the beacon cannot be read');
      const signature = Buffer.from(answer.data.signature, 'hex');
      const isOfRound = answer.data.round === round;
      if (!isOfRound || !isSigned(round, signature, publicKey))
        fail('untrusted', `round ${round} is not signed by the beacon`);
      const value = sha256(signature).toString('hex');
      if (answer.data.randomness !== value)
        fail('untrusted', `round ${round} has another value than its signature`);
      return { value, signature };
    },
  };
}

function chainOf(chain: () => Chain): Chain {
  try {
    return chain();
  } catch (error) {
    return fail('unreachable', `the key of the beacon is not there: ${String(error)}`);
  }
}

/** False also for bytes that are no point of the curve. */
export function isSigned(round: number, signature: Uint8Array, publicKey: string): boolean {
  const { shortSignatures } = bls12_381;
  try {
    const message = shortSignatures.hash(messageOf(round), domainTag);
    return shortSignatures.verify(signature, message, Buffer.from(publicKey, 'hex'));
  } catch {
    return false;
  }
}

function fail(kind: BeaconError['kind'], message: string): never {
  throw new BeaconError(kind, message);
}
