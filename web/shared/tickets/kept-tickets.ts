/**
 * Tickets that a person asked to keep on this device, to be checked without network (`/an-nets.js`): what was
 * played in which draw, without ticket numbers or names, with the signed files of results. They go when the
 * session ends, by whatever way, and when somebody else signs in.
 */
import { deviceStore, readJson } from '#web/ui/browser-store.ts';
import { randomKey } from '#web/ui/random-key.ts';
import { sha256 } from '#web/ui/sha256.ts';
import { forgetKept, keptTicketsKey as keptKey, savedOwnerKey } from './forget-kept.ts';

/** What a person carries in a pocket; the oldest go first. */
const ticketsMax = 50;

type PlayedNumbers = {
  rows: readonly { numbers: readonly number[]; bonusNumbers: readonly number[] }[];
  joker: readonly number[] | null;
  /** How many numbers a system holds; 0 for rows. */
  system: number;
};

/** Of a game that the pages do not know: its name, and of each row what was played at each place. */
type PlayedMarks = {
  name: string;
  marks: readonly (readonly { place: string | undefined; texts: readonly string[] }[])[];
};

export type Played = PlayedNumbers | PlayedMarks;

type OfDraw = { gameId: string; draw: number; drawDate: string };

export type KeptTicket = Played &
  OfDraw & {
    /** By which the coupon finds itself among the winners of a raffle; it tells no ticket number. */
    mark: string;
  };

export type CouponToKeep = Played & OfDraw & { couponId: string };

const marked = (coupons: readonly CouponToKeep[]): Promise<KeptTicket[]> =>
  Promise.all(
    coupons.map(async ({ couponId, ...played }) => {
      const mark = (await hashOf('raffle ', couponId)).slice(0, 32);
      return { ...played, mark };
    }),
  );

/** Who asked, as a hash that is worth nothing elsewhere. */
type Owner = { salt: string; of: string };

type Kept = Owner & {
  tickets: KeptTicket[];
  /** Public keys that sign results, as they were when the ticket was kept. */
  keys: string[];
  /** By game and draw. */
  files: Record<string, string>;
};

export async function isKept(coupons: readonly CouponToKeep[]): Promise<boolean> {
  const names = new Set(read()?.tickets.map(nameOf));
  return (await marked(coupons)).every((ticket) => names.has(nameOf(ticket)));
}

/** Throws where nothing can be kept, or nothing would open it: plain http has no service workers. */
export async function keep(playerId: string, coupons: readonly CouponToKeep[]): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('This browser opens no page without network.');
  const kept = (await ofPlayer(playerId)) ?? (await begun(playerId));
  const tickets = await marked(coupons);
  write({ ...kept, tickets: [...tickets, ...without(kept.tickets, tickets)].slice(0, ticketsMax) });
  await fetchFiles();
}

export async function drop(coupons: readonly CouponToKeep[]): Promise<void> {
  const tickets = await marked(coupons);
  const kept = read();
  if (kept === null) return;
  const left = without(kept.tickets, tickets);
  if (left.length === 0) deviceStore.remove(keptKey);
  else write({ ...kept, tickets: left });
}

function without(all: readonly KeptTicket[], tickets: readonly KeptTicket[]): KeptTicket[] {
  const names = new Set(tickets.map(nameOf));
  return all.filter((ticket) => !names.has(nameOf(ticket)));
}

/** Whatever is kept of a session that is over, or of another player, goes; else new results are fetched. */
export async function settleKept(): Promise<void> {
  const answer = await fetch('/api/auth/session');
  if (!answer.ok) return;
  const { user } = (await answer.json()) as { user?: { playerId: string } };
  const owners = [read(), readOwner()].filter((owner) => owner !== null);
  const isOfUser = async (owner: Owner) =>
    user !== undefined && owner.of === (await hashOf(owner.salt, user.playerId));
  if ((await Promise.all(owners.map(isOfUser))).includes(false)) forgetKept();
  else if (read() !== null) await fetchFiles();
}

async function fetchFiles(): Promise<void> {
  const files: Record<string, string> = {};
  for (const { gameId, draw } of read()?.tickets ?? []) {
    const name = `${gameId}/${draw}`;
    const known = read()?.files[name];
    // Complete once it has prizes, those of a raffle too.
    const hasPrizes = known?.includes('lottoWins\\":[{') || known?.includes('"wins\\":[{');
    const isWhole = hasPrizes && !known?.includes('wins\\":null');
    files[name] = known && isWhole ? known : await fetched(name, known);
  }
  const kept = read();
  if (kept !== null) write({ ...kept, files });
}

async function fetched(name: string, known = ''): Promise<string> {
  const answer = await fetch(`/urslit/skrar/${name}.json`).catch(() => null);
  return answer?.ok ? answer.text() : known;
}

async function begun(playerId: string): Promise<Kept> {
  const answer = await fetch('/api/proxy/lotto/signing-keys');
  const { keys } = (await answer.json()) as { keys: { publicKey: string }[] };
  return {
    ...(await ownerOf(playerId)),
    tickets: [],
    keys: keys.map(({ publicKey }) => publicKey),
    files: {},
  };
}

async function ownerOf(playerId: string): Promise<Owner> {
  const salt = randomKey();
  return { salt, of: await hashOf(salt, playerId) };
}

async function ofPlayer(playerId: string): Promise<Kept | null> {
  const kept = read();
  return kept !== null && kept.of === (await hashOf(kept.salt, playerId)) ? kept : null;
}

async function hashOf(salt: string, text: string): Promise<string> {
  const bytes = await sha256(new TextEncoder().encode(salt + text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const nameOf = ({ draw, mark }: KeptTicket): string => `${draw} ${mark}`;

const read = (): Kept | null => readJson<Kept>(deviceStore, keptKey);
const readOwner = (): Owner | null => readJson<Owner>(deviceStore, savedOwnerKey);

/** Throws when the device has no room: callers say that it was not kept. */
function write(kept: Kept): void {
  if (!deviceStore.write(keptKey, JSON.stringify(kept))) throw new Error('The device keeps no more.');
}
