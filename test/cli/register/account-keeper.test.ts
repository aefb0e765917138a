/** What a command writes for its account into the register of its machine, and reads there. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { AccountKeeper } from '../../../src/cli/register/account-keeper.ts';
import { rulesEntry, switchEntry } from '../../../src/domain/guard/restriction.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import type { SignableWord } from '../../../src/domain/signing/signed-word.ts';
import { RegisterSilent, type Register } from '../../../src/register/register.ts';
import { approverKey } from '../../register/contract/signatures.ts';
import { payment, startMs, TestDesk, untilMs } from '../../register/contract/test-desk.ts';
import { memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';

const account = 'main';
const by = 'ana';
const place = { kind: 'sqlite', file: 'a-file', isSimulators: false } as const;
/** The clock of the command. */
let nowMs: number;
let memory: MemoryRegister;
let register: Register;
let desk: TestDesk;
let keeper: AccountKeeper;
/** How often the register was asked what may have left. */
let looks: MockInstance<Register['leavingRows']>;

beforeEach(async () => {
  nowMs = startMs;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
  memory = memoryRegister();
  ({ register } = memory);
  // As from a thread or a server: no answer is there at once.
  const { leavingRows } = register;
  looks = vi.spyOn(register, 'leavingRows').mockImplementation((of) => nextTurn().then(() => leavingRows(of)));
  const identity = await register.mint({ generation: 'one', how: 'created', nowMs });
  desk = await TestDesk.open({ register, change: async () => undefined }, account);
  keeper = new AccountKeeper({ place, register, identity }, account);
});

const thrown = (atMs: number) => switchEntry('releases', { by, reason: 'a doubt', atMs });
const stricter = rulesEntry({ ...noReleaseRules, amountCap: { BOB: '100' } });
const looser = rulesEntry({ ...noReleaseRules, amountCap: { BOB: '200' } });

/** The entries of one kind in the journal, without the register's own. */
async function journalOf(kind: string) {
  const entries = await register.journal({ afterSeq: 0, limit: 10_000 });
  return entries
    .filter((entry) => entry.account === account && entry.kind === kind)
    .map(({ atMs, at_ms, subject, body }: Record<string, unknown>) => ({
      atMs: atMs ?? at_ms,
      subject,
      ...(JSON.parse(String(body)) as object),
    }));
}

/** A key whose signatures the account's worker counts, and what it signs with on this machine. */
async function signedAccount() {
  const key = approverKey(by);
  const signers = { keys: { [by]: key.publicKey }, lifeMs: 900_000 };
  ({ term: desk.term } = await register.beginTerm({ account, leader: '1@here', signers, nowMs }));
  return (word: SignableWord) => signWord(word, { key, nowMs, approvalLifeMs: 900_000 });
}

const unsigned = { code: 'unsigned-word', problem: 'missing' };

describe('design 6: what a person says in a command is kept in the register of its machine', () => {
  it('a switch that is said again takes the place of the word before, each with its moment', async () => {
    await keeper.restrict([thrown(1)], by);
    nowMs += 7;
    await keeper.restrict([thrown(2)], 'ben');
    expect((await keeper.restrictions()).entries).toEqual([thrown(2)]);
    expect(await journalOf('restricted')).toMatchObject([
      { atMs: startMs, by },
      { atMs: startMs + 7, by: 'ben' },
    ]);
  });

  it('what loosens is signed over this register and what was shown, where the account needs it', async () => {
    const sign = await signedAccount();
    const { revision } = await keeper.restrict([thrown(1)], by);
    const wish = { gone: [thrown(1)], added: [], revision, by };
    expect(await keeper.loosen(wish, null)).toMatchObject(unsigned);
    expect(await keeper.loosen({ ...wish, revision: revision - 1 }, sign)).toMatchObject({
      code: 'restrictions-changed',
    });
    expect((await keeper.restrictions()).entries).toEqual([thrown(1)]);
    expect(await keeper.loosen(wish, sign)).toBeNull();
    expect((await keeper.restrictions()).entries).toEqual([]);
    expect(await journalOf('loosened')).toMatchObject([{ atMs: startMs, by, signed: { keyId: by } }]);
  });

  it('rules that others contain go, and no others, without a signature', async () => {
    await signedAccount();
    await keeper.restrict([stricter, looser, thrown(1)], by);
    await keeper.tidyRules(looser.key, by);
    expect((await keeper.restrictions()).entries).toHaveLength(3);
    await keeper.tidyRules(stricter.key, by);
    expect((await keeper.restrictions()).entries).toEqual([stricter, thrown(1)]);
    expect(await journalOf('tidied')).toMatchObject([{ atMs: startMs, by, within: stricter.key }]);
  });

  it('what is taken back of an order is there once the command goes on; a register that is silent is no consent', async () => {
    await keeper.takeBack('88', { what: 'hold', by, note: 'a doubt' });
    expect(await desk.marks('88')).toMatchObject({ epoch: 1, held: { by, note: 'a doubt' } });
    nowMs += 7;
    await keeper.takeBack('89', { what: 'hold', by });
    expect(await desk.marks('89')).toMatchObject({ epoch: 1, held: { by, note: '' } });
    expect((await journalOf('taken-back')).map(({ atMs, subject }) => [atMs, subject])).toEqual([
      [startMs, '88'],
      [startMs + 7, '89'],
    ]);
    memory.silent = true;
    await expect(keeper.takeBack('90', { what: 'hold', by })).rejects.toBeInstanceOf(RegisterSilent);
  });

  it('what it has of the account, and of no other one', async () => {
    await register.beginTerm({ account: 'a-first', leader: '2@here', signers: null, nowMs });
    const identity = await register.identity();
    if (identity === null) throw new Error('it was made');
    const other = new AccountKeeper({ place, register, identity }, 'unknown');
    expect([other.place, await other.summary()]).toEqual(['a-file', null]);
    await desk.sent('88', { payments: [payment('ref-1')] });
    expect(await keeper.summary()).toMatchObject({ account, leader: '1@here', released: { BOB: '70' } });
    nowMs += 2 * 24 * 3_600_000;
    await desk.see('88', { status: 'COMPLETED' });
    expect((await keeper.summary())?.released).toEqual({});
  });
});

describe('S25: that a placement was not done', () => {
  const ruling = { step: 'place', subject: 'r1', by, note: 'seen in the app' } as const;
  const states = () => desk.states('r1', 'place');

  it('is said of the call that may have left, once it cannot act any more, and with a signature', async () => {
    const sign = await signedAccount();
    expect(await keeper.ruleNotDone(ruling, sign)).toBeUndefined();
    const number = await desk.claimed('r1', { step: 'place' });
    expect(await keeper.ruleNotDone(ruling, sign)).toBeUndefined();
    await desk.arm(number, 'r1');
    nowMs = untilMs - 1;
    expect(await keeper.ruleNotDone(ruling, sign)).toEqual({ code: 'may-still-act', untilMs });
    nowMs = untilMs;
    expect(await keeper.ruleNotDone(ruling, null)).toMatchObject({ ...unsigned, word: 'ruling' });
    expect(await states()).toEqual(['leaving']);
    expect(await keeper.ruleNotDone(ruling, sign)).toBeNull();
    expect(await states()).toEqual(['not-done']);
    const said = { atMs: untilMs, subject: 'r1', by, note: 'seen in the app', attempt: number };
    expect(await journalOf('ruled')).toMatchObject([{ ...said, signed: { keyId: by } }]);
    expect(await keeper.ruleNotDone(ruling, sign)).toBeUndefined();
  });

  it('is said of the call that has no end, and not of the one before it', async () => {
    const first = await desk.sent('r1', { step: 'place' });
    nowMs = untilMs;
    expect(await keeper.ruleNotDone(ruling, null)).toBeNull();
    const second = await desk.sent('r1', { step: 'place' });
    expect(second).toBeGreaterThan(first);
    expect(await keeper.ruleNotDone(ruling, null)).toBeNull();
    expect(await states()).toEqual(['not-done', 'not-done']);
    expect((await journalOf('ruled')).map((entry) => ('attempt' in entry ? entry.attempt : null))).toEqual([
      first,
      second,
    ]);
  });
});

describe('money-steps#taking-back: a command answers when nothing that was armed before it can still leave', () => {
  /** Sends a call that was armed that long before the command. */
  const armed = async (subject: string, agoMs: number, step: 'release' | 'mark-paid' | 'place' = 'release') =>
    desk.sent(subject, { step, nowMs: startMs - agoMs });

  /** Asks, and returns what has been answered by when the clock has stood at a moment for two looks. */
  function asking(...args: Parameters<AccountKeeper['settledLeaving']>) {
    const answer = { said: null as string[] | null };
    const asked = keeper.settledLeaving(...args).then((said) => (answer.said = said));
    const at = async (afterMs: number): Promise<string[] | null> => {
      nowMs = startMs + afterMs;
      const before = looks.mock.calls.length;
      while (answer.said === null && looks.mock.calls.length < before + 2) await delay(10);
      return answer.said;
    };
    return { at, asked };
  }

  it('a call is waited for until its lease is over, to the millisecond', async () => {
    await armed('88', 1_000);
    const { at, asked } = asking(['release']);
    expect(await at(0)).toBeNull();
    expect(await at(leaseMs - 1_001)).toBeNull();
    expect(await at(leaseMs - 1_000)).toEqual(['release 88']);
    await asked;
  });

  it('of several the newest counts, whichever was claimed first', async () => {
    const [first, second] = [await desk.claimed('88'), await desk.claimed('89')];
    await desk.arm(second, '89', { nowMs: startMs - 3_000 });
    await desk.arm(first, '88', { nowMs: startMs - 1_000 });
    const { at, asked } = asking(['release']);
    expect(await at(leaseMs - 1_001)).toBeNull();
    expect(await at(leaseMs - 1_000)).toEqual(['release 88', 'release 89']);
    await asked;
    await armed('90', 0);
    nowMs = startMs;
    const later = asking(['release']);
    expect(await later.at(leaseMs - 1)).toBeNull();
    expect(await later.at(leaseMs)).toEqual(['release 88', 'release 89', 'release 90']);
    await later.asked;
  });

  it('no call is waited for longer than a lease from now, whatever the clock of its worker says', async () => {
    await armed('88', -60_000);
    const { at, asked } = asking(['release']);
    expect(await at(leaseMs - 1)).toBeNull();
    expect(await at(leaseMs)).toEqual(['release 88']);
    await asked;
  });

  it('one that ends meanwhile is waited for no more', async () => {
    await armed('88', 0);
    const { at, asked } = asking(['release']);
    expect(await at(1)).toBeNull();
    await desk.see('88', { status: 'COMPLETED' });
    expect(await at(2)).toEqual([]);
    await asked;
  });

  it('only the steps and the order that are meant are named, and waited for', async () => {
    await armed('88', leaseMs);
    await armed('89', leaseMs);
    await armed('88', 0, 'mark-paid');
    await armed('r1', 0, 'place');
    const ofOther = await TestDesk.open({ register, change: async () => undefined }, 'other');
    await ofOther.sent('88');
    const said = (...args: Parameters<typeof asking>) => asking(...args).at(0);
    expect(await said(['release'])).toEqual(['release 88', 'release 89']);
    expect(await said(['release'], '89')).toEqual(['release 89']);
    expect(await said(['release'], '90')).toEqual([]);
    expect(await said(['publish'])).toEqual([]);
    expect(await asking(['mark-paid', 'release'], '88').at(leaseMs)).toEqual(['release 88', 'mark-paid 88']);
  });

  it('the register is asked a few times a second at the most', async () => {
    await armed('88', 0);
    const beganMs = performance.now();
    const { asked } = asking(['release']);
    await delay(600);
    const [asks, passedMs] = [looks.mock.calls.length, performance.now() - beganMs];
    nowMs = startMs + leaseMs;
    await asked;
    expect(asks).toBeLessThanOrEqual(1 + passedMs / 200);
  });
});
