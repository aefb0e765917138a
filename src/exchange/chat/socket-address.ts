import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses from an answer are untrusted input: they are checked by protocol, user part, port and host before, and by
 * the resolved address while connecting, so that neither a forged answer nor a forged name can direct us into the
 * internal network.
 */
interface AddressRules {
  /** The protocol required on the open network, and the one that is enough on loopback. */
  readonly secure: 'wss:' | 'https:';
  readonly plain: 'ws:' | 'http:';
  /** Allowed hosts, with all their subdomains; loopback only when it is one of them. */
  readonly allowedHosts: readonly string[];
  /** Returns what names a proxy for an address, such as a variable; null: nothing does. No address is called past one. */
  readonly proxyOf?: ((address: URL) => string | null) | undefined;
}

const securePort = '443';

/** Returns the parsed address; throws a TypeError that names the broken rule. */
export function checkAddress(address: string, rules: AddressRules): URL {
  if (!URL.canParse(address)) throw new TypeError('the address is no URL');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') throw new TypeError('the address carries a user name');
  if (isLoopbackName(url.hostname)) return checkLoopback(url, rules);
  if (url.protocol !== rules.secure) throw new TypeError(`the address is not ${rules.secure}//`);
  if (url.port !== '' && url.port !== securePort) throw new TypeError(`the port of the address is not ${securePort}`);
  const why = objectionTo(url, rules);
  if (why === null) return url;
  throw new TypeError(why);
}

function objectionTo(url: URL, rules: AddressRules): string | null {
  const host = url.hostname.slice(0, 80);
  if (!isAllowedHost(url.hostname.toLowerCase(), rules)) return `the host ${host} is not allowed`;
  const proxy = rules.proxyOf?.(url) ?? null;
  if (proxy === null) return null;
  return `${proxy} names a proxy, and ${host} would be called past it: add the host to NO_PROXY`;
}

/** A bare IP address is never one of the service's hosts. */
function isAllowedHost(host: string, { allowedHosts }: AddressRules): boolean {
  if (isIP(host) !== 0 || host.startsWith('[')) return false;
  const allowed = allowedHosts.map((entry) => entry.toLowerCase());
  return allowed.some((entry) => host === entry || host.endsWith(`.${entry}`));
}

function checkLoopback(url: URL, rules: AddressRules): URL {
  if (!rules.allowedHosts.some(isLoopbackName)) throw new TypeError('the address points to this machine');
  if (url.protocol === rules.secure || url.protocol === rules.plain) return url;
  throw new TypeError(`the address is not ${rules.plain}//`);
}

/** Reports whether a host, as a URL writes it, names this machine. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const inner = new BlockList();
const innerNetworks = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  // It is no longer routed, and an address of any network may stand behind it.
  ['2002::', 16, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
] as const;
/** Translators between the two families (RFC 6052) map every IPv4 address behind this prefix. */
const translated = { prefix: '64:ff9b::', bits: 96 };
for (const [network, bits, family] of innerNetworks) {
  inner.addSubnet(network, bits, family);
  if (family === 'ipv4') inner.addSubnet(`${translated.prefix}${network}`, translated.bits + bits, 'ipv6');
}

/** Reports whether a resolved address belongs to this machine or to an internal network. */
export function isInnerAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return inner.check(mapped, 'ipv4');
  return inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves names for outside connections and refuses internal addresses: DNS may point a name anywhere. */
export const outsideLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const outside = error === null ? addresses.filter(({ address }) => !isInnerAddress(address)) : [];
    const first = outside[0];
    if (error !== null || first === undefined) {
      callback(error ?? new Error('the name resolves to an inner address'), '', 0);
    } else if (options.all === true) {
      callback(null, outside);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
