/** What each answer of the page forbids the browser: scripts and styles of others, frames, copies. */
import type { PageRefusal } from '../../words/people/page-words.ts';

export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const twoYears = 63_072_000;

/** Returns the headers of every answer to a page of that origin. */
export function pageHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=()',
    // Without an origin a post of the page itself would be refused: a browser leaves it out where no referrer is sent.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(isSecure(origin) ? { 'strict-transport-security': `max-age=${twoYears}` } : {}),
  };
}

const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** A cookie with this prefix is sent to this host alone, and over TLS alone; http://localhost has none. */
export const cookieName = (origin: string): string => (isSecure(origin) ? '__Host-peerdesk' : 'peerdesk');

/** Returns the cookie of a session; without a token it is taken away. */
export function cookieText(origin: string, token: string | null): string {
  const parts = [`${cookieName(origin)}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
  if (isSecure(origin)) parts.push('Secure');
  if (token === null) parts.push('Max-Age=0');
  return parts.join('; ');
}

/** What a request says of where it comes from. */
interface Sender {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
}

/** Returns why a request is not looked at, or null. Another name may be one that a stranger made mean this machine. */
export function senderRefusal({ method, host, origin: sent, site }: Sender, origin: string): PageRefusal | null {
  if (host !== URL.parse(origin)?.host) return { code: 'other-host', origin };
  if (method === 'GET' || method === 'HEAD') return null;
  if (sent === undefined) return { code: 'no-origin' };
  if (sent !== origin) return { code: 'other-origin' };
  return site === undefined || site === 'same-origin' ? null : { code: 'other-origin' };
}
