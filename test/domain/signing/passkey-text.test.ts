import { describe, expect, it } from 'vitest';
import { isPasskeyText, readPasskeyText } from '../../../src/domain/signing/passkey-text.ts';

const of = (origin: string): string => `passkey:${origin}:AAAA`;

describe('ADR 0062: a passkey in a configuration', () => {
  it.each([
    ['https://desk.example.net', 'desk.example.net'],
    ['https://desk.example.net:8443', 'desk.example.net'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://desk', 'desk'],
    ['https://localhost:8443', 'localhost'],
    ['http://localhost', 'localhost'],
    ['http://localhost:7070', 'localhost'],
    ['https://a1.2b.example', 'a1.2b.example'],
  ])('%s is an origin', (origin, host) => {
    expect(readPasskeyText(of(origin))).toEqual({ origin, host, key: 'AAAA' });
    expect(new URL(origin).origin).toBe(origin);
    expect(isPasskeyText(of(origin))).toBe(true);
  });

  it.each([
    ['https://Desk.example.net', 'origin'],
    ['https://dësk.example.net', 'origin'],
    ['https://desk.example.net/', 'origin'],
    ['https://desk.example.net/page', 'origin'],
    ['https://ana@desk.example.net', 'origin'],
    ['https://desk..example.net', 'origin'],
    ['https://desk.example.net.', 'origin'],
    ['https://-desk.example.net', 'origin'],
    ['https://desk_1.example.net', 'origin'],
    [`https://${'a'.repeat(64)}.net`, 'origin'],
    [`https://${'a.'.repeat(127)}net`, 'origin'],
    ['https://desk.example.net:08443', 'origin'],
    ['https://desk.example.net:', 'origin'],
    ['https://', 'origin'],
    ['ftp://desk.example.net', 'origin'],
    ['desk.example.net', 'origin'],
    ['', 'origin'],
    ['http://desk.example.net', 'not-https'],
    ['http://a.localhost', 'not-https'],
    ['https://192.0.2.7', 'address'],
    ['https://192.0.2.7:8443', 'address'],
    ['https://1.2.3.0x7f', 'address'],
    ['https://2130706433', 'address'],
    ['http://127.0.0.1:7070', 'address'],
    ['https://[2001:db8::7]', 'address'],
    ['http://[::1]:7070', 'address'],
    ['https://desk.example.net:443', 'port'],
    ['http://localhost:80', 'port'],
    ['https://desk.example.net:65536', 'port'],
  ])('%s is none: %s', (origin, problem) => {
    expect(readPasskeyText(of(origin))).toEqual({ problem });
  });

  it.each([
    'passkey:',
    'passkey',
    'Passkey:https://desk.example.net:AAAA',
    'AAAA',
    `${of('https://desk')}${'A'.repeat(1_200)}`,
  ])('%.40s has not the form', (text) => {
    expect(readPasskeyText(text)).toEqual({ problem: 'form' });
  });
});
