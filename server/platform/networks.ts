/** Networks of IP addresses: which one an address is of, and how much of the internet a list covers. */
import { isIP } from 'node:net';

/**
 * The network by which addresses are counted: IPv4 /24, IPv6 /64. One customer of a network operator can
 * easily change the rest.
 */
export function networkOf(ip: string): string {
  const [, version4] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(ip) ?? [];
  if (version4 !== undefined) return version4;
  const [left = '', right] = (ip.split('%')[0] ?? '').split('::');
  const groups = left.split(':');
  const after = right === undefined ? [] : right.split(':');
  const missing = after.length === 0 ? 0 : Math.max(0, 8 - groups.length - after.length);
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}

/** Shares of all addresses: two networks /8 of IPv4, four networks /16 of IPv6. */
const shareMax = { 4: 2 / 2 ** 8, 6: 4 / 2 ** 16 };
/** Prefixes of one network. */
const prefixMin = { 4: 8, 6: 16 };

/** Whether the networks, or one of them, cover more than a list of proxies can need. */
export function isTooBroad(networks: readonly string[]): boolean {
  const covered = { 4: 0, 6: 0 };
  for (const network of networks) {
    const { family, prefix } = readNetwork(network);
    if (prefix < prefixMin[family]) return true;
    covered[family] += 2 ** -prefix;
  }
  return covered[4] > shareMax[4] || covered[6] > shareMax[6];
}

type Network = { family: 4 | 6; prefix: number };

/** A network of IPv4 may be written within IPv6; one that holds all of IPv4 is as broad as IPv4. */
function readNetwork(text: string): Network {
  const [address = '', length] = text.split('/');
  if (isIP(address) === 4) return { family: 4, prefix: Number(length ?? 32) };
  const prefix = Number(length ?? 128);
  const bits = bitsOf(address);
  const common = mappedIpv4.slice(0, Math.min(prefix, mappedIpv4.length));
  if (bits.startsWith(common)) return { family: 4, prefix: Math.max(0, prefix - mappedIpv4.length) };
  // Private networks (fc00::/7) may be of any size: no internet address is in them.
  return bits.startsWith('1111110') && prefix >= 7 ? { family: 6, prefix: 128 } : { family: 6, prefix };
}

const mappedIpv4 = '0'.repeat(80) + '1'.repeat(16);

/** The 128 bits of an IPv6 address; the URL parser writes it in full hexadecimal groups but for `::`. */
function bitsOf(address: string): string {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
