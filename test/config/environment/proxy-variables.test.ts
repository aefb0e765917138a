import { describe, expect, it } from 'vitest';
import { proxyVariableFor } from '../../../src/config/environment/proxy-variables.ts';
import {
  ConfigurationError,
  readBaseUrl,
  readServiceWays,
} from '../../../src/config/environment/service-environment.ts';

const proxy = 'http://user:geheim@proxy.example.net:3128';
const service = { PEERDESK_BASE_URL: 'https://api.example.com' };

describe('a proxy that a variable names is never passed by in silence', () => {
  it.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'HTTP_PROXY', 'http_proxy'])(
    '%s: the service is not called, and the sentence names the variable and what to do',
    (name) => {
      const read = () => readBaseUrl({ ...service, [name]: proxy, NODE_USE_ENV_PROXY: '1' });
      expect(read).toThrow(ConfigurationError);
      expect(read).toThrow(
        new RegExp(`^${name} names a proxy, .*api\\.example\\.com.*proxy = "none".*PEERDESK_PROXY=none.*NO_PROXY`),
      );
      expect(read).not.toThrow(/geheim/);
    },
  );

  it('nor for the public search at another host', () => {
    const env = {
      HTTPS_PROXY: proxy,
      NO_PROXY: 'api.example.com',
      PEERDESK_PUBLIC_BASE_URL: 'https://c2c.example.net',
    };
    expect(() => readServiceWays(env)).toThrow(/c2c\.example\.net/);
  });

  it.each([
    ['PEERDESK_PROXY=none', { PEERDESK_PROXY: 'none', HTTPS_PROXY: proxy }],
    ['NO_PROXY', { NO_PROXY: 'api.example.com', HTTPS_PROXY: proxy }],
    ['no variable', {}],
    ['empty ones', { HTTPS_PROXY: '', ALL_PROXY: ' ' }],
    ['NODE_USE_ENV_PROXY alone, which names no proxy', { NODE_USE_ENV_PROXY: '1' }],
  ])('%s: it is called directly', (_why, env) => {
    expect(readBaseUrl({ ...service, ...env })).toBe('https://api.example.com');
  });

  it('each host of chat and images is judged for itself: NO_PROXY with some of them is not all or nothing', () => {
    const env = { HTTPS_PROXY: proxy, NO_PROXY: 'api.example.com, im.example.com:443' };
    const proxyOf = readServiceWays(env).client.proxyOf ?? (() => 'none');
    const judged = ['wss://im.example.com/chat', 'wss://stream.example.com/chat', 'https://img.example.com/put'];
    expect(judged.map((address) => proxyOf(new URL(address)))).toEqual([null, 'HTTPS_PROXY', 'HTTPS_PROXY']);
    expect(proxyOf(new URL('ws://127.0.0.1:8400/chat'))).toBeNull();
    expect(readServiceWays({ ...env, PEERDESK_PROXY: 'none' }).client.proxyOf).toBeUndefined();
  });

  it('PEERDESK_PROXY has no other value: an address would be ignored', () => {
    expect(() => readBaseUrl({ ...service, PEERDESK_PROXY: proxy })).toThrow('PEERDESK_PROXY is none or not set');
  });
});

describe('which variable counts for an address', () => {
  const of = (address: string, env: Record<string, string>): string | null => proxyVariableFor(new URL(address), env);

  it('plain http goes by HTTP_PROXY and ALL_PROXY alone', () => {
    expect(of('http://sim.example.com', { HTTPS_PROXY: proxy })).toBeNull();
    expect(of('http://sim.example.com', { HTTP_PROXY: proxy })).toBe('HTTP_PROXY');
    expect(of('http://sim.example.com', { all_proxy: proxy })).toBe('all_proxy');
  });

  it.each(['http://127.0.0.1:8400', 'http://localhost:8400', 'http://[::1]:8400', 'https://127.1.2.3'])(
    'this machine is called directly: %s',
    (address) => {
      expect(of(address, { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy })).toBeNull();
    },
  );

  it.each([
    ['*', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['API.Example.com', true],
    ['localhost, 10.0.0.0/8 api.example.com', true],
    ['api.example.com:443', true],
    ['api.example.com:8443', false],
    ['ample.com', false],
    ['api.example.com.evil', false],
    ['localhost,127.0.0.1', false],
    [':443', false],
    [',', false],
  ])('NO_PROXY=%s', (list, isDirect) => {
    expect(of('https://api.example.com', { HTTPS_PROXY: proxy, NO_PROXY: list })).toBe(isDirect ? null : 'HTTPS_PROXY');
    expect(of('https://api.example.com', { HTTPS_PROXY: proxy, no_proxy: list })).toBe(isDirect ? null : 'HTTPS_PROXY');
  });
});
