import { chmodSync } from 'node:fs';
import type { Client } from '@temporalio/client';
import { beforeEach, expect, it } from 'vitest';
import { registerChecks } from '../../../src/cli/doctor/register-checks.ts';
import { signedWords } from '../../../src/cli/doctor/signed-words-check.ts';
import { signWord } from '../../../src/cli/approver/sign-word.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { undoing } from '../../register/contract/refused-payments.ts';
import { sightingOf } from '../../domain/payments/payment-fixture.ts';
import { freeingWord } from '../../../src/domain/signing/signed-freeing.ts';
import { looseningWord } from '../../../src/domain/signing/signed-loosening.ts';
import { rulingWord } from '../../../src/domain/signing/signed-ruling.ts';
import type { SignableWord } from '../../../src/domain/signing/signed-word.ts';
import { approverKey } from '../../register/contract/signatures.ts';
import { laterMs, payment, startMs } from '../../register/contract/test-desk.ts';
import { checksOf, examine } from '../../../src/cli/doctor/report.ts';
import { changeFile } from '../../register/sqlite-folder.ts';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;
/** What the guard says of its register; undefined: it does not answer. */
let guardGeneration: string | null | undefined;
/** Whose signatures the configuration counts; null: approvals are typed. */
let approvers: ReadonlyMap<string, string> | null;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  guardGeneration = undefined;
  approvers = null;
});

const client = (): Client => {
  const query = async () => {
    if (guardGeneration === undefined) throw new Error('no answer');
    return { generation: guardGeneration };
  };
  return {
    withDeadline: (_: number, ask: () => unknown) => ask(),
    withAbortSignal: (_: AbortSignal, ask: () => unknown) => ask(),
    workflow: { getHandle: () => ({ query }) },
  } as unknown as Client;
};

/** The verdicts that are not ok, by check. */
async function found(isSimulators = false): Promise<Record<string, string>> {
  const place = {
    kind: 'sqlite',
    file: machine.file(isSimulators ? 'register-sim' : 'register'),
    isSimulators,
  } as const;
  const world = {
    place,
    accounts: [{ account: 'main', approvers, settings: defaultSettings }],
    client: async () => client(),
    now: () => Date.now(),
  };
  const report = await examine([checksOf({ title: '', checks: registerChecks, env: {} }, world)], 0);
  const findings = report.groups.flatMap((group) => group.findings).filter(({ verdict }) => verdict !== 'ok');
  return Object.fromEntries(
    findings.map(({ id, verdict, text, remedy = '' }) => [id, `${verdict}: ${text}: ${remedy}`]),
  );
}

const silentGuard = { guards: expect.stringMatching(/^skipped: the guard of main does not answer/) };

it('nothing is wrong with one that is whole', async () => {
  await machine.make();
  await machine.withDesk('main', (desk) => desk.sent('order-1', { nowMs: Date.now() }));
  expect(await found()).toEqual(silentGuard);
  guardGeneration = null;
  expect(await found()).toEqual({});
});

it('none is broken for real money, and made by the worker of a simulator', async () => {
  expect((await found())['register']).toMatch(/^broken: there is no register .*peerdesk register create/);
  expect((await found(true))['register']).toMatch(/^skipped: no register yet/);
});

it('one that others may read, of the simulator, or with a journal that was changed', async () => {
  await machine.make();
  chmodSync(machine.file(), 0o640);
  expect((await found())['register']).toMatch(/^broken: .*may be read by others: chmod 600/);
  chmodSync(machine.file(), 0o600);
  changeFile(machine.file(), `UPDATE journal SET body = '{}'`);
  expect(await found()).toEqual({
    ...silentGuard,
    journal: expect.stringMatching(/^broken: its journal is broken at entry 1/),
  });
  changeFile(machine.file(), `UPDATE identity SET how = 'simulator'`);
  expect((await found())['register']).toMatch(/^broken: .*made by the worker of a simulator/);
});

it('one of an older version is brought up to date by its worker: that is no reason not to start', async () => {
  await machine.make();
  changeFile(machine.file(), 'PRAGMA user_version = 0');
  expect((await found())['register']).toMatch(/^warning: .*older version/);
});

it('a guard that permits another register', async () => {
  await machine.make();
  guardGeneration = 'another';
  expect(await found()).toEqual({
    guards: expect.stringMatching(/^warning: the guard of main permits another register/),
  });
});

it('releases that it does not know, and a step that no read has ended', async () => {
  await machine.make();
  await machine.withDesk('main', async (desk) => {
    await desk.register.compareReleases({ account: 'main', orderNumbers: ['order-9'], nowMs: Date.now() });
  });
  expect(await found()).toEqual({
    ...silentGuard,
    releases: expect.stringMatching(/^warning: .*order-9; no money moves/),
  });
  await machine.within((register) =>
    register.explainReleases({ account: 'main', orderNumbers: ['order-9'], by: 'ana', nowMs: 1 }),
  );
  await machine.withDesk('main', (desk) => desk.sent('order-1'));
  changeFile(machine.file(), 'UPDATE steps SET until_ms = 1');
  expect(await found()).toEqual({
    ...silentGuard,
    'open steps': expect.stringMatching(/^warning: may have left, .*order-1/),
  });
});

it('S25: what was lifted without a valid signature while approvals were signed, and approvers that it does not know', async () => {
  await machine.make();
  const account = 'main';
  const stopped = switchEntry('releases', { by: 'ana', reason: 'a test', atMs: 1 });
  const key = approverKey('ana');
  approvers = new Map([['ana', key.publicKey]]);
  const nowMs = Date.now();
  /** Stops releases, and lifts that again. */
  const turn = (isSigned: boolean): Promise<void> =>
    machine.within(async (register) => {
      const { revision } = await register.restrict({ account, entries: [stopped], by: 'ana', nowMs });
      const { generation } = await register.marksOf({ account, subject: '' });
      const wish = { account, gone: [stopped], added: [], revision, by: 'ana' };
      const signing = { key, nowMs, approvalLifeMs: defaultSettings.approvalLifeMs };
      const signed = isSigned ? signWord(looseningWord({ ...wish, generation }), signing) : null;
      expect(await register.loosen({ ...wish, signed, nowMs })).toBeNull();
    });
  // Before approvals were signed.
  await turn(false);
  expect((await found())['signatures']).toMatch(/^warning: the register does not know the approvers of main/);
  const { approvalLifeMs: lifeMs } = defaultSettings;
  const signers = { keys: { ana: key.publicKey }, lifeMs };
  await machine.within((register) => register.beginTerm({ account, leader: '1@here', signers, nowMs }));
  await turn(true);
  expect(await found()).toEqual(silentGuard);
  // A person who may write the file writes past the commands.
  const lastBody = `(SELECT MAX(seq) FROM journal WHERE kind = 'loosened')`;
  changeFile(machine.file(), `UPDATE journal SET body = replace(body, 'releases', 'all') WHERE seq = ${lastBody}`);
  expect((await found())['signatures']).toMatch(
    /^warning: entry 7 of its journal: the loosening by ana \(without switch all\) of main: the signature does not fit/,
  );
  changeFile(machine.file(), `UPDATE journal SET body = 'x' WHERE seq = ${lastBody}`);
  expect((await found())['signatures']).toMatch(
    /entry 7 .*: loosened of main: it does not say what a signature covers/,
  );
  changeFile(machine.file(), `UPDATE accounts SET signers = NULL`);
  await turn(false);
  await machine.withDesk(account, async (desk) => {
    await desk.takeBack('order-1', 'hold');
    const { generation, epoch } = await desk.marks('order-1');
    const word = { account, orderNumber: 'order-1', generation, epoch, by: 'ben', signed: null, nowMs };
    expect(await desk.register.unhold(word)).toBeNull();
  });
  const report = (await found())['signatures'];
  expect(report).toMatch(
    /^warning: entry 12 of its journal: the unhold of order order-1 by ben of main: the unhold is not signed/,
  );
});

it('S25: a payment that was freed, and a call that was ruled not done, without a valid signature', async () => {
  await machine.make();
  const account = 'main';
  const key = approverKey('ana');
  approvers = new Map([['ana', key.publicKey]]);
  const signers = { keys: { ana: key.publicKey }, lifeMs: defaultSettings.approvalLifeMs };
  const signing = { key, nowMs: laterMs, approvalLifeMs: defaultSettings.approvalLifeMs };
  /** Both words about an order and a request, signed or not. */
  const say = (number: string, isSigned: boolean): Promise<void> =>
    machine.withDesk(account, async (desk) => {
      const { register } = desk;
      if (isSigned) desk.term = (await register.beginTerm({ account, leader: '1@here', signers, nowMs: startMs })).term;
      const [order, request, paid] = [`order-${number}`, `request-${number}`, `PAID${number}`];
      const release = await desk.sent(order, { payments: [payment(paid)] });
      await desk.seeTwice(order);
      const placement = await desk.sent(request, { step: 'place' });
      const { generation, epoch } = await desk.marks(order);
      const freed = { account, orderNumber: order, generation, epoch, attempt: release, payment: paid, by: 'ana' };
      const ruled = { account, step: 'place', subject: request, generation, attempt: placement, by: 'ana' } as const;
      const signed = (word: SignableWord) => (isSigned ? signWord(word, signing) : null);
      const rest = { note: 'seen', nowMs: laterMs };
      expect(await register.freePayment({ ...freed, ...rest, signed: signed(freeingWord(freed)) })).toBeNull();
      expect(await register.ruleNotDone({ ...ruled, ...rest, signed: signed(rulingWord(ruled)) })).toBeNull();
      const seen = sightingOf({ delivery: `d-${number}`, account, reference: `SENT${number}` });
      const { payment: sent } = await register.seePayment({ sighting: seen });
      await register.refusePayment({ payment: sent, by: 'ana', reason: 'sent back', nowMs: startMs });
      const undone = await undoing({ register }, { account, key: `SENT${number}` });
      expect(await register.freePayment({ ...undone, signed: signed(freeingWord(undone)) })).toBeNull();
    });
  const judged = async (): Promise<string[]> => {
    const accounts = [{ account, approvers, settings: defaultSettings }];
    return machine.within(async (register) => (await signedWords(register, accounts)).map(({ text }) => text));
  };
  await say('1', true);
  expect(await judged()).toEqual(['what its journal has lifted is signed']);
  // A person who may write the file writes past the commands.
  changeFile(machine.file(), `UPDATE accounts SET signers = NULL`);
  await say('2', false);
  expect((await judged()).slice(1)).toEqual([
    expect.stringContaining('the freeing of a payment of order order-2 by ana of main: the freeing is not signed'),
    expect.stringContaining(
      'the ruling by ana that the place of request-2 was not done of main: the ruling is not signed',
    ),
    expect.stringContaining('the freeing of a payment that was refused by ana of main: the freeing is not signed'),
  ]);
});
