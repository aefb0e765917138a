import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { publicKeyText } from '../../../src/config/environment/approver-keys.ts';
import { rulesEntry, switchEntry } from '../../../src/domain/guard/restriction.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { looseningWord } from '../../../src/domain/signing/signed-loosening.ts';
import { rulingWord } from '../../../src/domain/signing/signed-ruling.ts';
import { unholdWord } from '../../../src/domain/signing/signed-unhold.ts';
import { wordText } from '../../../src/domain/signing/signed-word.ts';
import { createPasskey, signByPasskey } from '../../setup/passkeys/passkey.ts';
import { laterMs, startMs, TestDesk, type WorldSource } from './test-desk.ts';

const lifeMs = 900_000;

export function approverKey(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { name, privateKey, publicKey: publicKeyText(publicKey) };
}

const ana = approverKey('ana');
const ben = approverKey('ben');
const keys = Object.fromEntries([ana, ben].map(({ name, publicKey }) => [name, publicKey]));
const signers = { keys, lifeMs };
const stopped = switchEntry('releases', { by: 'ana', reason: 'a test', atMs: startMs });

/** What lifts a hold or a restriction takes a signature where the worker counts signed approvals only. */
export function signaturesContract(world: WorldSource): void {
  const open = async (): Promise<TestDesk> => {
    const desk = await TestDesk.open(world());
    const { account } = desk;
    await desk.register.beginTerm({ account, leader: '1@here', signers, nowMs: startMs });
    return desk;
  };
  const journalOf = async (desk: TestDesk, kind: string) => {
    const entries = await desk.register.journal({ afterSeq: 0, limit: 100_000 });
    const own = entries.filter((entry) => entry.account === desk.account && entry.kind === kind);
    return own.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };

  describe('S25: the unhold of an account with approvers', () => {
    /** A word about an order as it stands, signed. */
    const spoken = async (desk: TestDesk, orderNumber: string, { key = ana, nowMs = laterMs } = {}) => {
      const { generation, epoch } = await desk.marks(orderNumber);
      const facts = { account: desk.account, orderNumber, generation, epoch, by: 'ana' };
      return { ...facts, signed: signWord(unholdWord(facts), { key, nowMs, approvalLifeMs: lifeMs }), nowMs: laterMs };
    };

    it('without a signature is refused, and the order stays held', async () => {
      const desk = await open();
      await desk.takeBack('order-1', 'hold');
      const word = await spoken(desk, 'order-1');
      expect(await desk.register.unhold({ ...word, signed: null })).toEqual({
        code: 'unsigned-word',
        word: 'unhold',
        problem: 'missing',
        signers: ['ana', 'ben'],
        stays: 'held-order',
        orderNumber: 'order-1',
      });
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 1, held: { by: 'ana' } });
      expect(await desk.register.unhold(word)).toBeNull();
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 1, held: null });
      const { generation, signed } = word;
      expect(await journalOf(desk, 'unheld')).toEqual([{ by: 'ana', generation, epoch: 1, signed }]);
    });

    it('with another person’s key, another order’s signature, or one that has ended, is refused', async () => {
      const desk = await open();
      for (const order of ['order-1', 'order-2']) await desk.takeBack(order, 'hold');
      const word = await spoken(desk, 'order-1');
      const bad = [
        { ...word, by: 'ben' },
        await spoken(desk, 'order-1', { key: { ...ben, name: 'ana' } }),
        await spoken(desk, 'order-1', { key: approverKey('eva') }),
        { ...word, orderNumber: 'order-2' },
        await spoken(desk, 'order-1', { nowMs: laterMs - lifeMs }),
        await spoken(desk, 'order-1', { nowMs: laterMs + lifeMs }),
      ];
      for (const other of bad)
        expect(await desk.register.unhold(other)).toMatchObject({ word: 'unhold', stays: 'held-order' });
      for (const order of ['order-1', 'order-2']) expect((await desk.marks(order)).held).not.toBeNull();
      expect(await desk.register.unhold(word)).toBeNull();
    });

    it('ADR 0062: by a passkey counts for nothing: it signs on a page, and no page asks for this', async () => {
      const desk = await TestDesk.open(world());
      const { account } = desk;
      const phone = createPasskey('EdDSA');
      const named = { keys: { 'ana+phone': phone.publicKey }, lifeMs };
      await desk.register.beginTerm({ account, leader: '1@here', signers: named, nowMs: startMs });
      await desk.takeBack('order-1', 'hold');
      const { generation, epoch } = await desk.marks('order-1');
      const facts = { account, orderNumber: 'order-1', generation, epoch, by: 'ana' };
      const end = { keyId: 'ana+phone', nonce: '0'.repeat(32), expiresAtMs: laterMs + 1_000 };
      const signature = signByPasskey(phone, wordText(unholdWord(facts), end));
      const word = { ...facts, signed: { ...end, signature }, nowMs: laterMs };
      expect(await desk.register.unhold(word)).toMatchObject({ problem: 'unknown-key', signers: [] });
      expect((await desk.marks('order-1')).held).not.toBeNull();
    });

    it('again, after a second hold or a reset that holds again, is void: the epoch that it names is past', async () => {
      const desk = await open();
      await desk.takeBack('order-1', 'hold');
      const first = await spoken(desk, 'order-1');
      expect(await desk.register.unhold(first)).toBeNull();
      expect(await desk.register.unhold(first)).toEqual({ code: 'order-not-held' });
      await desk.takeBack('order-1', 'hold');
      const changed = { code: 'changed-since-shown', what: 'order' };
      expect(await desk.register.unhold(first)).toEqual(changed);
      expect(await desk.register.unhold({ ...first, epoch: 2 })).toMatchObject({ word: 'unhold', problem: 'unfit' });
      const second = await spoken(desk, 'order-1');
      expect(await desk.register.unhold(second)).toBeNull();
      const run = { account: desk.account, orderNumber: 'order-1', resetId: 'reset-1', nowMs: laterMs };
      expect(await desk.register.seeRun(run)).toMatchObject({ epoch: 3, held: { by: 'Peerdesk' } });
      for (const old of [first, second]) {
        expect(await desk.register.unhold(old)).toEqual(changed);
        expect(await desk.register.unhold({ ...old, epoch: 3 })).toMatchObject({ word: 'unhold', problem: 'unfit' });
      }
      expect(await desk.marks('order-1')).toMatchObject({ epoch: 3, held: { by: 'Peerdesk' } });
    });
  });

  describe('S25: a loosening of an account with approvers', () => {
    const stop = (desk: TestDesk) =>
      desk.register.restrict({ account: desk.account, entries: [stopped], by: 'ana', nowMs: startMs });
    const facts = async (desk: TestDesk) => {
      const { revision } = await desk.register.restrictions({ account: desk.account });
      const { generation } = await desk.marks('any');
      return { account: desk.account, generation, revision, gone: [stopped], added: [], by: 'ana' };
    };
    const spoken = async (desk: TestDesk, key = ana) => {
      const said = await facts(desk);
      const signed = signWord(looseningWord(said), { key, nowMs: laterMs, approvalLifeMs: lifeMs });
      return { ...said, signed, nowMs: laterMs };
    };

    it('without a signature, with another person’s, or over something else, is refused and changes nothing', async () => {
      const desk = await open();
      const before = await stop(desk);
      const word = await spoken(desk);
      expect(await desk.register.loosen({ ...word, signed: null })).toEqual({
        code: 'unsigned-word',
        word: 'loosening',
        problem: 'missing',
        signers: ['ana', 'ben'],
        stays: 'restrictions',
      });
      const more = [...word.gone, switchEntry('all', {})];
      for (const other of [
        { ...word, by: 'ben' },
        { ...word, gone: more },
        { ...word, gone: [] },
        { ...word, added: [rulesEntry(noReleaseRules)] },
        { ...word, nowMs: laterMs + lifeMs },
        await spoken(desk, approverKey('eva')),
      ])
        expect(await desk.register.loosen(other)).toMatchObject({ word: 'loosening', stays: 'restrictions' });
      expect(await desk.register.restrictions({ account: desk.account })).toEqual(before);
    });

    it('counts once: with it the revision that it names is past, and the journal keeps what was signed', async () => {
      const desk = await open();
      await stop(desk);
      const stale = await spoken(desk);
      await desk.register.restrict({
        account: desk.account,
        entries: [switchEntry('ads', {})],
        by: 'ben',
        nowMs: startMs,
      });
      expect(await desk.register.loosen(stale)).toEqual({ code: 'restrictions-changed', shown: 1, now: 2 });
      const word = await spoken(desk);
      expect(await desk.register.loosen(word)).toBeNull();
      await stop(desk);
      expect(await desk.register.loosen(word)).toEqual({ code: 'restrictions-changed', shown: 2, now: 4 });
      expect(await desk.register.loosen({ ...word, revision: 4 })).toMatchObject({ problem: 'unfit' });
      const { generation, signed, by } = word;
      const entries = [{ kind: 'switch', key: 'releases' }];
      expect(await journalOf(desk, 'loosened')).toEqual([{ by, generation, revision: 2, entries, added: [], signed }]);
    });

    it('rules that another set contains are tidied away without one, and no others', async () => {
      const desk = await open();
      const { account } = desk;
      const strict = rulesEntry({ ...noReleaseRules, amountCap: { BOB: '10' } });
      const [loose, other] = [
        rulesEntry({ ...noReleaseRules, amountCap: { BOB: '20' } }),
        rulesEntry({ ...noReleaseRules, amountCap: { USD: '5' } }),
      ];
      await desk.register.restrict({ account, entries: [strict, loose, other], by: 'ana', nowMs: startMs });
      const tidy = { account, by: 'ana', nowMs: laterMs };
      for (const key of ['unknown', loose.key, other.key]) await desk.register.tidyRules({ ...tidy, key });
      expect(await desk.register.restrictions({ account })).toMatchObject({ revision: 1 });
      await desk.register.tidyRules({ ...tidy, key: strict.key });
      const { revision, entries } = await desk.register.restrictions({ account });
      expect([revision, new Set(entries)]).toEqual([2, new Set([strict, other])]);
    });
  });

  describe('S25: that a call without a number was not done, of an account with approvers', () => {
    it('takes a signature over this call of this step, and counts once', async () => {
      const desk = await open();
      const { account } = desk;
      desk.term = (await desk.register.beginTerm({ account, leader: '1@here', signers, nowMs: startMs })).term;
      const attempt = await desk.sent('request-1', { step: 'place' });
      const { generation } = await desk.marks('request-1');
      const facts = { account, step: 'place', subject: 'request-1', generation, attempt, by: 'ana' } as const;
      const spoken = (said: Parameters<typeof rulingWord>[0], key = ana) => ({
        ...facts,
        note: 'seen',
        nowMs: laterMs,
        signed: signWord(rulingWord(said), { key, nowMs: laterMs, approvalLifeMs: lifeMs }),
      });
      const word = spoken(facts);
      expect(await desk.register.ruleNotDone({ ...word, signed: null })).toEqual({
        code: 'unsigned-word',
        word: 'ruling',
        problem: 'missing',
        signers: ['ana', 'ben'],
        stays: 'call',
        step: 'place',
      });
      for (const bad of [
        spoken({ ...facts, attempt: attempt + 1 }),
        spoken({ ...facts, step: 'publish' }),
        spoken({ ...facts, subject: 'request-2' }),
        spoken(facts, approverKey('ana')),
        { ...word, by: 'ben' },
        { ...word, nowMs: laterMs + lifeMs },
      ])
        expect(await desk.register.ruleNotDone(bad)).toMatchObject({ word: 'ruling', stays: 'call' });
      expect(await desk.states('request-1', 'place')).toEqual(['leaving']);
      expect(await desk.register.ruleNotDone(word)).toBeNull();
      expect(await desk.states('request-1', 'place')).toEqual(['not-done']);
      await desk.sent('request-1', { step: 'place' });
      expect(await desk.register.ruleNotDone(word)).toMatchObject({ code: 'changed-since-shown' });
    });
  });

  describe('S25: whose signature it takes', () => {
    it('says each term of the lead; the journal has each change', async () => {
      const desk = await TestDesk.open(world());
      const { account, register } = desk;
      expect(await register.signers({ account })).toBeNull();
      await register.beginTerm({ account, leader: '1@here', signers, nowMs: startMs });
      await register.beginTerm({ account, leader: '2@here', signers, nowMs: startMs });
      expect(await register.signers({ account })).toEqual(signers);
      await desk.takeBack('order-1', 'hold');
      const { generation, epoch } = await desk.marks('order-1');
      const word = { account, orderNumber: 'order-1', generation, epoch, by: 'ben', signed: null, nowMs: laterMs };
      expect(await register.unhold(word)).toMatchObject({ problem: 'missing' });
      await register.beginTerm({ account, leader: '3@here', signers: null, nowMs: laterMs });
      expect(await register.unhold(word)).toBeNull();
      expect(await journalOf(desk, 'signers')).toEqual([{ signers }, { signers: null }]);
    });
  });
}
