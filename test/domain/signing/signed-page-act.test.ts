import { expect, it } from 'vitest';
import { pageActWord } from '../../../src/domain/signing/signed-page-act.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';

it('ADR 0062: what an admin signs names the act, on whom, of which session and page, and is no approval', () => {
  const place = { origin: 'https://desk.example.net', session: '00000000000000a1', keyName: 'ida+phone' };
  const end = { keyId: 'ida+phone', nonce: 'n', expiresAtMs: 5 };
  const text = wordText(pageActWord({ name: 'draw-enrolment', of: 'ben' }, place), end);
  expect(text).toBe(
    [
      'peerdesk page-act 1',
      'origin: "https://desk.example.net"',
      'act: "draw-enrolment"',
      'of: "ben"',
      'session: "00000000000000a1"',
      'expiresAtMs: 5',
      'key: "ida+phone"',
      'nonce: "n"',
    ].join('\n'),
  );
});
