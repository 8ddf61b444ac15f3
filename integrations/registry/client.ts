/** Looks people up with a distributor of the register. */
import { type RegisteredPerson, type Registry, RegistryError } from './face.ts';
import { peoplePath, personSchema, type WirePerson } from './wire.ts';

export type RegistryOptions = {
  /** Without a slash at the end: `https://api.ja.is`. */
  address: string;
  key: string;
  timeoutMs?: number;
};

export function createRegistry(options: RegistryOptions): Registry {
  return { lookup: (nationalId) => lookup(options, nationalId) };
}

async function lookup(options: RegistryOptions, nationalId: string): Promise<RegisteredPerson | null> {
  if (!/^\d{10}$/.test(nationalId)) throw new TypeError('a national id of ten digits');
  const { status, text } = await ask(options, nationalId);
  if (status === 404) return null;
  if (status >= 500) throw new RegistryError('unreachable', `the register answers ${status}`);
  if (status !== 200) throw new RegistryError('refused', `the register answers ${status}`);
  const person = personSchema.safeParse(parseJson(text)).data;
  if (!person) throw new RegistryError('unreadable', 'the answer of the register cannot be read');
  if (person.nationalId !== nationalId)
    throw new RegistryError('unreadable', 'the register tells of somebody else');
  return shaped(person);
}

async function ask({ address, key, timeoutMs = 5_000 }: RegistryOptions, nationalId: string) {
  try {
    const response = await fetch(`${address}${peoplePath}${nationalId}`, {
      headers: { authorization: key, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new RegistryError('unreachable', `the register does not answer: ${String(error)}`);
  }
}

function shaped(person: WirePerson): RegisteredPerson {
  const { address, postalCode, city, deceased } = person;
  const isTold = !person.protected && address && postalCode && city;
  const home = isTold ? { address, postalCode, city } : { address: null, postalCode: null, city: null };
  return { ...splitName(person), ...home, deceased, protected: person.protected };
}

/** Where the register has one name only, its last word is the last name. */
function splitName({ name, firstName, lastName }: WirePerson): { firstName: string; lastName: string } {
  if (firstName && lastName) return { firstName, lastName };
  const words = name.trim().split(/\s+/);
  const last = words.pop() ?? '';
  return words.length > 0
    ? { firstName: words.join(' '), lastName: last }
    : { firstName: last, lastName: '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
