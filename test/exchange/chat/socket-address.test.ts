import { describe, expect, it } from 'vitest';
import { clientFor } from '../fixtures.ts';
import { checkAddress, isInnerAddress, outsideLookup } from '../../../src/exchange/chat/socket-address.ts';

const rules = { secure: 'wss:', plain: 'ws:', allowedHosts: ['example.org'] } as const;

describe('reliability S5: hosts that are the service’s own unless settings name others', () => {
  it.each([
    ['https://api.example.com', 'example.com'],
    ['https://example.com', 'example.com'],
    ['https://api.exchange.com.br', 'exchange.com.br'],
    ['https://api.exchange.co.uk', 'exchange.co.uk'],
    ['https://api.exchange.io', 'exchange.io'],
    ['https://api.x.io', 'api.x.io'],
    ['http://localhost:81', 'localhost'],
    ['http://127.0.0.1:81', '127.0.0.1'],
    ['http://[::1]:81', '[::1]'],
  ])('%s: %s', async (baseUrl, host) => {
    const client = clientFor(baseUrl);
    expect(client.allowedSocketHosts).toEqual([host]);
    await client.close();
  });
});

describe('reliability S5: which addresses may be contacted', () => {
  it.each(['wss://example.org/chat', 'wss://im.example.org:443/chat', 'wss://IM.Example.ORG/chat'])(
    '%s may',
    (address) => {
      expect(checkAddress(address, rules).protocol).toBe('wss:');
    },
  );

  it('names of hosts have no case, in the rules as little as in addresses', () => {
    const shouted = { ...rules, allowedHosts: ['Example.ORG'] };
    expect(checkAddress('wss://im.example.org/chat', shouted).hostname).toBe('im.example.org');
  });

  it('none that would be called past a proxy, and this machine never has one', () => {
    const proxyOf = ({ hostname }: URL) => (hostname === 'im.example.org' ? null : 'HTTPS_PROXY');
    const some = { ...rules, allowedHosts: ['example.org', '127.0.0.1'], proxyOf };
    expect(checkAddress('wss://im.example.org/chat', some).hostname).toBe('im.example.org');
    expect(() => checkAddress('wss://other.example.org/chat', some)).toThrow(
      'HTTPS_PROXY names a proxy, and other.example.org would be called past it: add the host to NO_PROXY',
    );
    expect(checkAddress('ws://127.0.0.1:8080/chat', some).hostname).toBe('127.0.0.1');
  });

  it('loopback only when it is allowed itself', () => {
    const local = { ...rules, allowedHosts: ['127.0.0.1'] };
    expect(checkAddress('ws://127.0.0.1:8080/', local).port).toBe('8080');
    expect(checkAddress('ws://localhost:8080/', local).port).toBe('8080');
    expect(() => checkAddress('http://127.0.0.1/', local)).toThrow(TypeError);
  });

  it.each([
    ['127.0.0.1', true],
    ['10.1.2.3', true],
    ['172.31.255.255', true],
    ['172.32.0.1', false],
    ['192.168.0.1', true],
    ['169.254.169.254', true],
    ['100.100.0.1', true],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['8.8.8.8', false],
    ['::1', true],
    ['::', true],
    ['fd12::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['::ffff:8.8.8.8', false],
    ['2606:4700::1111', false],
    ['192.0.0.170', true],
    ['192.0.1.1', false],
    ['198.18.0.1', true],
    ['198.19.255.255', true],
    ['198.20.0.1', false],
    ['fec0::1', true],
    ['feff:ffff::1', true],
    ['2002:a00:1::1', true],
    ['2003::1', false],
    ['64:ff9b::10.0.0.1', true],
    ['64:ff9b::a9fe:a9fe', true],
    ['64:ff9b::7f00:1', true],
    ['64:ff9b::808:808', false],
    ['64:ff9b:1::808:808', true],
  ])('%s is of an inner network: %s', (address, inner) => {
    expect(isInnerAddress(address)).toBe(inner);
  });

  it('a name that resolves to this machine is refused while connecting (DNS rebinding)', async () => {
    const outcome = new Promise((resolve) => outsideLookup('localhost', {}, (error) => resolve(error)));
    expect(String(await outcome)).toContain('inner address');
  });
});
