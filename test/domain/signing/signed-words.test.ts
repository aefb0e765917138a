/** The machine of signed words, with the words that are lifted: an approval has its own tests beside. */
import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restrictionKinds, type Restriction } from '../../../src/domain/guard/restriction.ts';
import { cancellingWord } from '../../../src/domain/signing/signed-cancelling.ts';
import { freeingWord } from '../../../src/domain/signing/signed-freeing.ts';
import { looseningWord, type LooseningFacts } from '../../../src/domain/signing/signed-loosening.ts';
import { rulingWord } from '../../../src/domain/signing/signed-ruling.ts';
import { unholdWord, type UnholdFacts } from '../../../src/domain/signing/signed-unhold.ts';
import {
  signatureEndMs,
  signedSchema,
  signedWordRefusal,
  wordText,
  type SignableWord,
  type Signed,
  type WordCheck,
} from '../../../src/domain/signing/signed-word.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { isSignature } from '../../../src/register/signature.ts';

const ana = generateKeyPairSync('ed25519');
const ben = generateKeyPairSync('ed25519');
const nonce = '00112233445566778899aabbccddeeff';
const end = { keyId: 'ana', nonce, expiresAtMs: 20_000 };

const check: WordCheck = {
  nowMs: 10_000,
  lifeMs: 900_000,
  publicKeys: new Map([
    ['ana', publicKeyText(ana.publicKey)],
    ['ben', publicKeyText(ben.publicKey)],
  ]),
  verify: isSignature,
};

const unhold: UnholdFacts = { account: 'main', orderNumber: '2285', generation: 'mint-1', epoch: 3, by: 'ana' };
const freeing = { ...unhold, attempt: 12, payment: 'BANK77' };
const ruling = {
  account: 'main',
  step: 'place',
  subject: 'request-1',
  generation: 'mint-1',
  attempt: 12,
  by: 'ana',
} as const;
const rules: Restriction = { kind: 'rules', key: 'abc', value: '{"policy":"approve"}' };
const loosening: LooseningFacts = {
  account: 'main',
  generation: 'mint-1',
  revision: 7,
  gone: [
    { kind: 'switch', key: 'releases' },
    { kind: 'block', key: 's1a2' },
  ],
  added: [rules],
  by: 'ana',
};

function signedBy(key: typeof ana, word: SignableWord, part: Partial<typeof end> = {}): Signed {
  const whole = { ...end, ...part };
  return { ...whole, signature: sign(null, Buffer.from(wordText(word, whole)), key.privateKey).toString('base64') };
}

describe('S25: what lifts a hold or a restriction is signed', () => {
  it('the text of an unhold names the hold by order, mint and epoch', () => {
    expect(wordText(unholdWord(unhold), end).split('\n')).toEqual([
      'peerdesk unhold 1',
      'account: "main"',
      'order: "2285"',
      'generation: "mint-1"',
      'epoch: 3',
      'by: "ana"',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
  });

  it('the text of a freeing names the order, its epoch, its newest release and the payment', () => {
    expect(wordText(freeingWord(freeing), end).split('\n')).toEqual([
      'peerdesk freeing 1',
      'account: "main"',
      'order: "2285"',
      'generation: "mint-1"',
      'epoch: 3',
      'attempt: 12',
      'payment: "BANK77"',
      'by: "ana"',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
  });

  it('the text of a cancellation names the order as it was shown, the reason, and that it may be paid', () => {
    expect(wordText(cancellingWord({ ...unhold, reason: 4, despitePayment: true }), end).split('\n')).toEqual([
      'peerdesk cancellation 1',
      'account: "main"',
      'order: "2285"',
      'reason: 4',
      'despite: "payment"',
      'generation: "mint-1"',
      'epoch: 3',
      'by: "ana"',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
    expect(wordText(cancellingWord({ ...unhold, reason: 4, despitePayment: false }), end)).toContain(
      'despite: "nothing"',
    );
  });

  it('the text of a ruling names the step, its subject and the call', () => {
    expect(wordText(rulingWord(ruling), end).split('\n')).toEqual([
      'peerdesk ruling 1',
      'account: "main"',
      'step: "place"',
      'subject: "request-1"',
      'outcome: "not-done"',
      'generation: "mint-1"',
      'attempt: 12',
      'by: "ana"',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
  });

  it('the text of a loosening names what goes and what stands in its place, sorted', () => {
    expect(wordText(looseningWord(loosening), end).split('\n')).toEqual([
      'peerdesk loosening 1',
      'account: "main"',
      'generation: "mint-1"',
      'revision: 7',
      'gone: [["block","s1a2"],["switch","releases"]]',
      String.raw`added: [["rules","abc","{\"policy\":\"approve\"}"]]`,
      'by: "ana"',
      'expiresAtMs: 20000',
      'key: "ana"',
      `nonce: "${nonce}"`,
    ]);
    const other = { ...loosening, gone: [...loosening.gone, ...loosening.gone].toReversed() };
    expect(looseningWord({ ...loosening, gone: loosening.gone.toReversed() })).toEqual(looseningWord(loosening));
    const added = [rules, { kind: 'block', key: 's1a2', value: '{}' }] as const;
    const reversed = { ...loosening, added: added.toReversed() };
    expect(looseningWord(reversed)).toEqual(looseningWord({ ...loosening, added }));
    expect(looseningWord(other).facts['gone']).toHaveLength(4);
  });

  it.each([
    ['unhold', unholdWord(unhold)],
    ['loosening', looseningWord(loosening)],
    ['freeing', freeingWord(freeing)],
    ['ruling', rulingWord(ruling)],
  ])('the signature of a known approver over an %s counts until it ends, and no other does', (_name, word) => {
    const good = signedBy(ana, word);
    const reason = (signed: Signed | null, part: Partial<WordCheck> = {}, said = word) =>
      signedWordRefusal(said, signed, { ...check, ...part });
    expect(signedSchema.parse(good)).toEqual(good);
    expect(reason(good)).toBeNull();
    expect(reason(good, { nowMs: 19_999 })).toBeNull();
    expect(reason(good, { nowMs: 20_000 })).toBe('expired');
    expect(reason(good, { lifeMs: 9_999 })).toBe('too-long');
    expect(reason(null)).toBe('missing');
    expect(reason(good, { publicKeys: new Map() })).toBe('unknown-key');
    expect(reason(good, {}, { ...word, by: 'ben' })).toBe('other-person');
    expect(reason(signedBy(ben, word))).toBe('unfit');
    expect(reason({ ...good, expiresAtMs: 20_001 })).toBe('unfit');
    expect(reason(good, {}, { ...word, name: 'approval' })).toBe('unfit');
    expect(reason(good, {}, { ...word, version: 2 })).toBe('unfit');
  });

  const text = fc.oneof(fc.string(), fc.constantFrom('a', '", "b', 'main"\norder: "9', 'ana'));
  const names = fc.record({ kind: fc.constantFrom(...restrictionKinds), key: text });
  const unholds = fc.record({ account: text, orderNumber: text, generation: text, epoch: fc.nat(9), by: text });
  const loosenings = fc.record({
    account: text,
    generation: text,
    revision: fc.nat(9),
    gone: fc.array(names, { maxLength: 3 }),
    added: fc.array(fc.record({ kind: fc.constantFrom(...restrictionKinds), key: text, value: text }), {
      maxLength: 2,
    }),
    by: text,
  });
  const ends = fc.record({ keyId: text, nonce: text, expiresAtMs: fc.nat(9) });

  it('changing any fact of an unhold, or its end, changes the text: no two share one', () => {
    fc.assert(
      fc.property(fc.tuple(unholds, ends), fc.tuple(unholds, ends), (one, other) => {
        const textOf = ([facts, its]: typeof one): string => wordText(unholdWord(facts), its);
        expect(textOf(one) === textOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  it('changing one fact of a word breaks its signature', () => {
    const whole = { ...end, by: 'ana' };
    const facts = Object.keys(unhold) as (keyof UnholdFacts)[];
    fc.assert(
      fc.property(unholds, fc.constantFrom(...facts), unholds, (base, name, changes) => {
        const said = { ...base, by: whole.by };
        const changed = { ...said, [name]: changes[name] };
        fc.pre(changed[name] !== said[name]);
        const signed = signedBy(ana, unholdWord(said));
        expect(signedWordRefusal(unholdWord(said), signed, check)).toBeNull();
        expect(signedWordRefusal(unholdWord(changed), signed, check)).not.toBeNull();
      }),
    );
    const parts = Object.keys(loosening) as (keyof LooseningFacts)[];
    const sorted = (facts: LooseningFacts): string => JSON.stringify(looseningWord(facts).facts);
    fc.assert(
      fc.property(loosenings, fc.constantFrom(...parts), loosenings, (base, name, changes) => {
        const said = { ...base, by: whole.by };
        const changed = { ...said, [name]: changes[name] };
        fc.pre(sorted(changed) !== sorted(said));
        const signed = signedBy(ana, looseningWord(said));
        expect(signedWordRefusal(looseningWord(said), signed, check)).toBeNull();
        expect(signedWordRefusal(looseningWord(changed), signed, check)).not.toBeNull();
      }),
    );
  });
});

it('S25: what is signed ends a little before the longest life that the worker takes', () => {
  expect(signatureEndMs({ nowMs: 10_000, lifeMs: 900_000 })).toBe(820_000);
  expect(signatureEndMs({ nowMs: 10_000, lifeMs: 1 })).toBe(10_000);
});
