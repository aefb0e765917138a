import { expect, it } from 'vitest';
import { dossierWord } from '../../../src/domain/signing/signed-dossier.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';

it('dossier: what is signed names order, moment and sums, and can be taken for no word that allows something', () => {
  const word = dossierWord({ account: 'main', orderNumber: '2285', madeAtMs: 10, sums: 'ab', by: 'ana' });
  expect(wordText(word, { keyId: 'ana', nonce: '00', expiresAtMs: 20 }).split('\n')).toEqual([
    'peerdesk dossier 1',
    'account: "main"',
    'order: "2285"',
    'madeAtMs: 10',
    'sums: "ab"',
    'expiresAtMs: 20',
    'key: "ana"',
    'nonce: "00"',
  ]);
  expect(word.by).toBe('ana');
});
