import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  readBaseUrl,
  readCredentials,
  readServiceWays,
} from '../../../src/config/environment/service-environment.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

describe('interface 9.7: how the service is spoken to is a setting', () => {
  it('nothing is overridden by default', () => {
    expect(readServiceWays({})).toEqual({
      client: { publicBaseUrl: undefined, allowedSocketHosts: undefined, authSteps: {}, allowPlainHttp: false },
      handshake: 'frame',
    });
  });

  it('5: the steps of modes and operations are read in their order', () => {
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
      PEERDESK_PUBLIC_BASE_URL: 'https://c2c.example.com/',
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
    [{ PEERDESK_PUBLIC_BASE_URL: 'https://c2c.example.com/x' }, /PEERDESK_PUBLIC_BASE_URL must be an origin/],
  ])('%j is refused in one line', (env, message) => {
    const read = () => readServiceWays(env);
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(message);
  });

  it('a worker reads them with everything else', () => {
    const {
      accounts: [config],
    } = readEgressConfig({
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

describe('the address of the service is an origin: what else stands in it would be lost', () => {
  it.each(['/foo', '/?x=1', '/#x'])('%s after it is refused', (end) => {
    const read = () => readBaseUrl({ PEERDESK_BASE_URL: `http://127.0.0.1:8471${end}` });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/^PEERDESK_BASE_URL must be an origin/);
  });

  it('a user name is refused, and its password not shown', () => {
    const read = () => readBaseUrl({ PEERDESK_BASE_URL: 'http://u:hidden@127.0.0.1:8471' });
    expect(read).toThrow(/^PEERDESK_BASE_URL must be an origin[^]*without user name/);
    expect(read).not.toThrow(/hidden/);
  });

  it('a slash at its end is allowed and dropped', () => {
    expect(readBaseUrl({ PEERDESK_BASE_URL: 'http://127.0.0.1:8471/' })).toBe('http://127.0.0.1:8471');
  });
});

describe('credentials that cannot be sent are refused before anything is', () => {
  const apiSecret = { PEERDESK_API_SECRET: 'secret' };

  it.each(['ключ', 'two words', 'line\n'])('the key %j', (apiKey) => {
    const read = () => readCredentials({ ...apiSecret, PEERDESK_API_KEY: apiKey });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/^PEERDESK_API_KEY has a blank or a character that a header cannot carry/);
  });

  it.each(['PEERDESK_API_KEY', 'PEERDESK_API_SECRET'])('%s in a file that is empty', async (name) => {
    const file = join(await temporaryDirectory(), 'secret');
    writeFileSync(file, ' \n');
    const keys = { ...apiSecret, PEERDESK_API_KEY: 'key', [name]: '', [`${name}_FILE`]: file };
    expect(() => readCredentials(keys)).toThrow(`${name}_FILE names a file that is empty`);
  });
});
