import { describe, expect, it } from 'vitest';
import { ConfigurationError, readServiceWays } from '../../src/workers/service-environment.ts';
import { readWorkerConfig } from '../../src/workers/worker-environment.ts';

describe('interface 9.7: how the service is spoken to is a setting', () => {
  it('nothing is overridden by default', () => {
    expect(readServiceWays({})).toEqual({
      client: { publicBaseUrl: undefined, allowedSocketHosts: undefined, authSteps: {}, allowPlainHttp: false },
      handshake: 'frame',
    });
  });

  it('5: the steps of modes and operations are given in their order', () => {
    const text = ' adaptive = key, signed ;listUserOrderHistory=signed-body; ';
    expect(readServiceWays({ PEERDESK_AUTH_STEPS: text }).client.authSteps).toEqual({
      adaptive: ['key', 'signed'],
      listUserOrderHistory: ['signed-body'],
    });
  });

  it('4.3 and 4.6: handshake, socket hosts and the public search have settings', () => {
    const ways = readServiceWays({
      PEERDESK_CHAT_HANDSHAKE: 'address',
      PEERDESK_SOCKET_HOSTS: 'im.Example.com, uploads.example.net',
      PEERDESK_PUBLIC_BASE_URL: 'https://c2c.example.com/anything',
    });
    expect(ways.handshake).toBe('address');
    expect(ways.client).toMatchObject({
      allowedSocketHosts: ['im.example.com', 'uploads.example.net'],
      publicBaseUrl: 'https://c2c.example.com',
    });
  });

  it.each([
    [{ PEERDESK_AUTH_STEPS: 'hmacs=signed' }, 'PEERDESK_AUTH_STEPS: hmacs is neither an auth mode nor an operation'],
    [{ PEERDESK_AUTH_STEPS: 'hmac' }, 'PEERDESK_AUTH_STEPS: hmac needs at least one auth step'],
    [{ PEERDESK_AUTH_STEPS: 'hmac=sealed' }, /sealed is no auth step: the steps are signed/],
    [{ PEERDESK_CHAT_HANDSHAKE: 'wave' }, 'PEERDESK_CHAT_HANDSHAKE is frame or address'],
    [{ PEERDESK_SOCKET_HOSTS: 'wss://im.example.com' }, /is no host name/],
    [{ PEERDESK_PUBLIC_BASE_URL: 'http://c2c.example.com' }, /PEERDESK_PUBLIC_BASE_URL must be https/],
  ])('%j is refused in one line', (env, message) => {
    const read = () => readServiceWays(env);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(message);
  });

  it('a worker reads them with everything else', () => {
    const config = readWorkerConfig({
      PEERDESK_BASE_URL: 'http://127.0.0.1:8400',
      PEERDESK_API_KEY: 'key',
      PEERDESK_API_SECRET: 'secret',
      PEERDESK_AUTH_STEPS: 'adaptive=key',
      PEERDESK_SETTING_CLOCK_REFRESH_MS: '60000',
    });
    expect(config.ways.client.authSteps).toEqual({ adaptive: ['key'] });
    expect(config.settings.clockRefreshMs).toBe(60_000);
    expect(config.overrides).toEqual({ clockRefreshMs: 60_000 });
  });
});
