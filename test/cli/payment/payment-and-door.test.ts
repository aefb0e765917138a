import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refusedOrder } from '../../../src/domain/payment-owner.ts';
import { AccountRegister } from '../../../src/register/account-register.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { sightingOf as someSighting } from '../../domain/payments/payment-fixture.ts';
import { payment } from '../../register/contract/test-desk.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;

beforeEach(async () => {
  machine = await RegisterMachine.open();
});

const nowMs = Date.now();
const sightingOf = (part: Partial<Sighting> = {}): Sighting =>
  someSighting({
    delivery: 'msg_1',
    method: 'BANK',
    isReversible: true,
    payer: 'Ana Perez',
    reference: 'TRX 77',
    memo: 'rent\nand more',
    bookedAtMs: nowMs - 60_000,
    seenAtMs: nowMs - 30_000,
    ...part,
  });

async function makeWith(...sightings: Sighting[]): Promise<void> {
  await machine.make();
  await machine.within(async (register) => {
    for (const sighting of sightings) await register.seePayment({ sighting });
  });
}

describe('peerdesk payment list', () => {
  it('payments: shows who has paid what, what is known of it, and which order it backs, the newest first', async () => {
    await makeWith(
      sightingOf(),
      sightingOf({ delivery: 'msg_2', reference: null, payer: null, class: 'hint', source: 'sms' }),
    );
    await machine.withDesk('main', (desk) => desk.sent('order-1', { payments: [payment('TRX77')] }));
    const { stdout, exitCode } = await machine.peerdesk('payment', 'list');
    expect(exitCode).toBe(0);
    const [titles, first, second] = stdout.split('\n');
    expect(titles).toMatch(/^NUMBER +AGE +AMOUNT +PAYER +STATE +REFERENCE +BACKS$/);
    expect(first).toMatch(/^2 +.* 400\.00 BOB +- +hint, booked +SMS MSG_2 +no order yet$/);
    expect(second).toMatch(/^1 +.* 400\.00 BOB +Ana Perez +evidence, booked +TRX 77 +order order-1 of main$/);
  });

  it('payments: of an account, a currency and a time, and as JSON', async () => {
    await makeWith(
      sightingOf(),
      sightingOf({ delivery: 'msg_2', currency: 'USD' }),
      sightingOf({ delivery: 'msg_3', account: 'second' }),
      sightingOf({ delivery: 'msg_4', reference: null, seenAtMs: nowMs - 3 * 86_400_000 }),
    );
    const shown = async (...args: string[]) => {
      const { stdout } = await machine.peerdesk('payment', 'list', '--json', ...args);
      return (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id);
    };
    expect(await shown()).toEqual([3, 2, 1]);
    expect(await shown('--currency', 'BOB', '--account', 'main')).toEqual([1]);
    expect(await shown('--since', '7d')).toEqual([4, 3, 2, 1]);
  });

  it('payments: says what takes them in where there is none, and that a register is missing', async () => {
    expect(await machine.peerdesk('payment', 'list')).toMatchObject({ exitCode: 3 });
    await machine.make();
    expect((await machine.peerdesk('payment', 'list')).stdout).toContain('`peerdesk door` takes them in');
  });
});

describe('peerdesk payment show', () => {
  it('payments: shows everything that was said of one, a line each', async () => {
    await makeWith(
      sightingOf(),
      sightingOf({
        delivery: '9',
        source: 'sms',
        class: 'hint',
        payer: null,
        method: null,
        memo: '',
        bookedAtMs: null,
        isReversible: false,
      }),
    );
    const { stdout } = await machine.peerdesk('payment', 'show', '1');
    expect(stdout).toMatch(/payment +1: 400\.00 BOB from Ana Perez, for orders of main/);
    expect(stdout).toMatch(/attach by +TRX 77/);
    expect(stdout).toMatch(
      /by bank \(evidence\) as msg_1: booked, dated .*, payer Ana Perez, reference TRX 77, method BANK, can be taken back, memo rent and more/,
    );
    expect(stdout).toMatch(/by sms \(hint\) as 9: booked, no payer, reference TRX 77\n/);
    const json = await machine.peerdesk('payment', 'show', '1', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 1, owner: null, sightings: [{}, {}] });
  });

  it('payments: one that no source has reported is not found', async () => {
    await machine.make();
    expect(await machine.peerdesk('payment', 'show', '7')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no payment 7'),
    });
  });
});

describe('peerdesk payment refuse', () => {
  const refuse = (...args: string[]) => machine.peerdesk('payment', 'refuse', ...args);

  it('payments: takes a payment from all orders, with who and why in the journal, and back again', async () => {
    await makeWith(sightingOf());
    expect(await refuse('1')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--reason is missing') });
    const said = await refuse('1', '--reason', 'sent back', '--by', 'ana');
    expect(said).toMatchObject({ exitCode: 0, stdout: 'payment 1 is refused: no release rests on it\n' });
    expect((await machine.peerdesk('payment', 'list')).stdout).toContain('none: refused');
    expect((await machine.peerdesk('payment', 'list', '--unmatched', '--json')).stdout).toBe('[]\n');
    const entries = await machine.within((register) => register.journal({ afterSeq: 0, limit: 10 }));
    expect(JSON.parse(entries.at(-1)?.body ?? '{}')).toEqual({ by: 'ana', reason: 'sent back', proof: 'TRX 77' });
    expect(await refuse('1', '--reason', 'x')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('refused already'),
    });
    expect(await machine.peerdesk('payment', 'assign', '1', '22')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('payment 1 backs none: refused'),
    });
    expect(await refuse('1', '--undo', '--reason', 'a mistake', '--json')).toMatchObject({ exitCode: 0 });
    expect(await refuse('1', '--undo', '--reason', 'x')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('is not refused'),
    });
    expect((await machine.peerdesk('payment', 'list', '--unmatched')).stdout).toContain('no order yet');
    expect(await refuse('2', '--reason', 'x')).toMatchObject({ exitCode: 2 });
  });

  it('S25: is undone by a signature alone where approvals are signed', async () => {
    await makeWith(sightingOf());
    machine.env['PEERDESK_APPROVER_DIR'] = join(await temporaryDirectory(), 'approvers');
    const made = await machine.peerdesk('approver', 'init', 'ana', '--json');
    const { publicKey } = z.object({ publicKey: z.string() }).parse(JSON.parse(made.stdout));
    const signers = { keys: { ana: publicKey }, lifeMs: 900_000 };
    await machine.within((register) =>
      register.beginTerm({ account: 'main', leader: '1@here', signers, nowMs: Date.now() }),
    );
    const undo = (...args: string[]) => refuse('1', '--undo', '--reason', 'a mistake', ...args);
    expect(await refuse('1', '--reason', 'sent back', '--by', 'eva')).toMatchObject({ exitCode: 0 });
    for (const [args, stderr] of [
      [['--by', 'eva'], 'payment 1: the freeing is not signed: the payment stays refused; look at it'],
      [['--key', 'ana', '--by', 'eva'], '--key ana signs for ana'],
      [['--key', 'eva'], 'eva'],
    ] as const) {
      const { exitCode, stderr: said } = await undo(...args);
      expect([exitCode === 0, said]).toEqual([false, expect.stringContaining(stderr)]);
    }
    expect(await machine.peerdesk('register', 'free-payment', refusedOrder, '--note', 'x')).not.toMatchObject({
      exitCode: 0,
    });
    expect((await machine.peerdesk('payment', 'list')).stdout).toContain('none: refused');
    expect(await undo('--key', 'ana')).toMatchObject({
      exitCode: 0,
      stdout: 'payment 1 is refused no more\n',
      stderr: expect.stringContaining('ana signs the freeing: account "main", order "refused:by-a-person"'),
    });
    expect((await machine.peerdesk('payment', 'list')).stdout).toContain('no order yet');
    // What a worker reaches, and so who reaches Temporal, has no way to free one.
    const names = Object.getOwnPropertyNames(AccountRegister.prototype);
    expect(names.filter((name) => /freePayment|refusePayment/.test(name))).toEqual([]);
  });

  it('payments: one that backs an order stays there', async () => {
    await makeWith(sightingOf());
    await machine.withDesk('main', (desk) => desk.sent('order-1', { payments: [payment('TRX77')] }));
    expect(await refuse('1', '--reason', 'x')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('backs order order-1'),
    });
    expect(await machine.peerdesk('payment', 'assign', '1', 'order-2')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('backs order order-1 of main'),
    });
  });

  it('payments: a payment without a payer, or of two, is attached by a name that is typed', async () => {
    await makeWith(sightingOf({ payer: null }), sightingOf({ delivery: 'msg_2', reference: 'B' }));
    await machine.within((register) =>
      register.seePayment({ sighting: sightingOf({ delivery: 'msg_3', reference: 'B', payer: 'Eva' }) }),
    );
    expect(await machine.peerdesk('payment', 'assign', '1', '22')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('no source names the payer of payment 1: add --payer'),
    });
    expect((await machine.peerdesk('payment', 'assign', '2', '22')).stderr).toContain(
      'its sources name several payers',
    );
  });
});

describe('peerdesk door', () => {
  it('payments: without a source does not start, and says what to write', async () => {
    expect(await machine.peerdesk('door')).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/there is no configuration file: write \[payments\.bank\]/),
    });
  });
});

describe('peerdesk door init', () => {
  it('ADR 0057: makes a key that only its owner may read, prints the lines of the file, and replaces none', async () => {
    const cwd = await temporaryDirectory();
    const env = { PEERDESK_CONFIG: join(cwd, 'peerdesk.toml') };
    // As long as the key is missing the file is wrong.
    const source = 'scheme = "sepay"\nclass = "evidence"\nsecret_file = "keys/bank"\ncurrency = "VND"\n';
    writeFileSync(
      env.PEERDESK_CONFIG,
      `[account.main]\nservice = "https://api.example.com"\n[payments.bank]\n${source}`,
    );
    chmodSync(env.PEERDESK_CONFIG, 0o600);
    expect(await runInProcess(['door'], env)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('door init'),
    });
    const run = await runInProcess(['door', 'init'], env);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const file = join(cwd, 'keys', 'door');
    expect([statSync(file).mode & 0o777, statSync(join(cwd, 'keys')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(run.stdout).toMatch(/\[door\]\nkey_file = "keys\/door"\npublic_key = "[\w+/]{43}="\n$/);
    expect(await runInProcess(['door', 'init', '--json'], env)).toMatchObject({ exitCode: 6 });
    expect(await runInProcess(['door', 'stop'], env)).toMatchObject({ exitCode: 4 });
  });
});
