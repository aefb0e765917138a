import { proxyVariableFor } from './proxy-variables.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

/** Reads the proxy on the way to an address; null: the way is direct. A value may hold a password: its name alone is said. */
export function readProxyFor(url: URL, env: Environment): URL | null {
  const variable = proxyVariableFor(url, env);
  if (variable === null) return null;
  const proxy = URL.parse((env[variable] ?? '').trim());
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy;
  throw new ConfigurationError(
    `${variable} must be a URL such as http://proxy:3128: notices go through it, or name their host in NO_PROXY`,
  );
}
