import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused; null when it may pass. */
interface DoorRefusal {
  status: number;
  text: string;
}

interface DoorRequest {
  method: string;
  /** The request's target, as it stands in its first line. */
  target: string;
  headers: IncomingHttpHeaders;
}

/** Names that only a program of this machine can be reached by: no page elsewhere can point one of them at itself. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns why a page of another site must have sent a request, or null. A page whose name was pointed at this machine
 * (DNS rebinding) betrays itself by its Host, and one of another site by its Origin or the browser's Sec-Fetch-Site;
 * links from elsewhere may open a page, and nothing else. Any port passes, so that a tunnel from another port works.
 */
export function refuseAtDoor(request: DoorRequest, names: readonly string[]): DoorRefusal | null {
  const { headers, target } = request;
  const host = headers.host?.toLowerCase() ?? '';
  // An absolute target names a host of its own, which a server behind this one would believe.
  if (!target.startsWith('/')) return { status: 400, text: 'The target of the request is no path.' };
  if (!isAllowed(host, names)) {
    return { status: 421, text: 'This server does not answer to this Host: open it as localhost or 127.0.0.1.' };
  }
  const { origin } = headers;
  if (origin !== undefined && URL.parse(origin)?.host !== host) {
    return { status: 403, text: 'Pages of another origin may not use this server.' };
  }
  return isForeign(request) ? { status: 403, text: 'Pages of another site may not use this server.' } : null;
}

function isAllowed(host: string, names: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, '');
  return loopbackNames.has(name) || names.some((known) => known.toLowerCase() === name);
}

function isForeign({ method, headers }: DoorRequest): boolean {
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  return !isOwn && !(headers['sec-fetch-mode'] === 'navigate' && method === 'GET');
}
