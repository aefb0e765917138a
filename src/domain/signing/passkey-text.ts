/** A passkey as a configuration names it: `passkey:ORIGIN:KEY`. Each has one writing, so that two texts are two keys. */

const prefix = 'passkey:';
/** The longest key that is taken has 736 letters, a name of a host 253. */
const maxLetters = 1_200;
const originForm = /^(https?):\/\/([^/?#@:[\]]+)(?::([1-9]\d{0,4}))?$/;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const maxHost = 253;
const maxPort = 65_535;
const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Where a passkey signs, and its public key. */
export interface PasskeyText {
  /** Of the page, as a browser writes it. */
  readonly origin: string;
  /** The host of the origin: the passkey signs for it alone. */
  readonly host: string;
  /** SubjectPublicKeyInfo in base64. */
  readonly key: string;
}

/** What is wrong with such a text. */
export type PasskeyProblem = 'form' | 'origin' | 'not-https' | 'address' | 'port';

/** Whether a text means a passkey. */
export const isPasskeyText = (text: string): boolean => text.startsWith(prefix);

/** Reads where a passkey signs. The key itself is read by who verifies. */
export function readPasskeyText(text: string): PasskeyText | { readonly problem: PasskeyProblem } {
  const end = text.lastIndexOf(':');
  if (!isPasskeyText(text) || text.length > maxLetters || end < prefix.length) return { problem: 'form' };
  const origin = text.slice(prefix.length, end);
  const [, scheme = '', host = '', port] = originForm.exec(origin) ?? [];
  const problem = originProblem({ origin, scheme, host, port });
  return problem === null ? { origin, host, key: text.slice(end + 1) } : { problem };
}

interface OriginParts {
  readonly origin: string;
  readonly scheme: string;
  readonly host: string;
  /** Absent: that of the scheme. */
  readonly port: string | undefined;
}

function originProblem({ origin, scheme, host, port }: OriginParts): PasskeyProblem | null {
  // A browser makes no passkey for an address.
  if (/^https?:\/\/\[/.test(origin) || isAddress(host)) return 'address';
  if (!isHost(host)) return 'origin';
  if (scheme === 'http' && host !== 'localhost') return 'not-https';
  if (port === undefined) return null;
  return port === usualPorts[scheme] || Number(port) > maxPort ? 'port' : null;
}

/** A browser reads a host whose last part is a number as an address. */
const isAddress = (host: string): boolean => /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(host);

const isHost = (host: string): boolean => host.length <= maxHost && host.split('.').every((part) => label.test(part));
