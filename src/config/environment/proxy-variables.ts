/** The variables that programs look at for an address of each kind, the first one that is set. */
const proxyVariables: Readonly<Record<string, readonly string[]>> = {
  'https:': ['HTTPS_PROXY', 'ALL_PROXY', 'HTTP_PROXY'],
  'http:': ['HTTP_PROXY', 'ALL_PROXY'],
};

/** A socket begins as a call of that kind. */
const begunAs: Readonly<Record<string, string>> = { 'wss:': 'https:', 'ws:': 'http:' };
const defaultPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Whether a person has said that calls leave directly, whatever names a proxy. */
export const isDirect = (env: Readonly<Record<string, string | undefined>>): boolean =>
  (env['PEERDESK_PROXY'] ?? '').trim() === 'none';

/**
 * Returns the variable that sends calls to this address through a proxy; null: none does. Its name alone: a value may hold
 * a password. What stands in NO_PROXY is called directly, and so is this machine, and everything after `proxy = "none"`.
 */
export function proxyVariableFor(url: URL, env: Readonly<Record<string, string | undefined>>): string | null {
  const names = (proxyVariables[kindOf(url)] ?? []).flatMap((name) => [name, name.toLowerCase()]);
  const set = names.find((name) => isSet(env[name])) ?? null;
  if (set === null || isDirect(env) || isOwnMachine(url)) return null;
  return [env['NO_PROXY'], env['no_proxy']].some((list) => isListed(url, list ?? '')) ? null : set;
}

/** Whether any variable names a proxy. */
export function namesProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  const names = Object.values(proxyVariables).flat();
  return names.some((name) => isSet(env[name]) || isSet(env[name.toLowerCase()]));
}

const kindOf = ({ protocol }: URL): string => begunAs[protocol] ?? protocol;

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';

const isOwnMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** A name in NO_PROXY stands for the hosts below it, too, with a dot or `*.` before it or without; a port narrows it. */
function isListed(url: URL, list: string): boolean {
  const port = url.port || defaultPorts[kindOf(url)];
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = '', entryPort] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
      const host = name.replace(/^\*?\./, '');
      return (entryPort === undefined || entryPort === port) && isBelow(url.hostname, host);
    });
}

const isBelow = (hostname: string, host: string): boolean =>
  host === '*' || hostname === host || hostname.endsWith(`.${host}`);
