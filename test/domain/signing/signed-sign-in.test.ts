import { expect, it } from 'vitest';
import { anyKey, signInWord } from '../../../src/domain/signing/signed-sign-in.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';

it('phone: what signs in names the page, and is no approval', () => {
  const end = { keyId: anyKey, nonce: '0'.repeat(32), expiresAtMs: 7 };
  expect(wordText(signInWord('https://desk.example.net'), end)).toBe(
    [
      'peerdesk sign-in 1',
      'origin: "https://desk.example.net"',
      'expiresAtMs: 7',
      'key: "any"',
      `nonce: "${end.nonce}"`,
    ].join('\n'),
  );
});
