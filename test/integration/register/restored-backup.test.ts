/** A drill: the register is put back from a backup that is older than the last releases. The ledger of the service is the judge. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { checkText } from '../../../src/words/check-words.ts';
import { TestDesk } from '../../register/contract/test-desk.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, noRules, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf, json, operatorOf } from '../operator.ts';
import { effects } from '../operations-world.ts';

const buyer = 'ANA PEREZ';
const rules = { policy: 'match', amountCap: null, counterparty: noRules } as const;

/** A paid order of the desk, with a payment of the bank. */
async function paidWith(world: DeskWorld, proof: string): Promise<string> {
  const { simulator } = world;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName: buyer });
  simulator.counterparties.pay(order);
  await attach(world, order, proof);
  return order;
}

async function attach(world: DeskWorld, order: string, proof: string): Promise<void> {
  await until(
    `the payment ${proof} is attached`,
    () => operatorOf(world)('order', 'received', order, '--amount', '500.00', '--payer', buyer, '--proof', proof),
    ({ exitCode, stdout }) => exitCode === 0 || stdout.includes('payment attached'),
  );
}

const isReleased = ({ simulator }: DeskWorld, order: string): boolean =>
  effects(simulator.ledger(), 'release', order) === 1;

const reasonOf = async ({ client }: DeskWorld, order: string): Promise<string> => {
  const { why, lastProblem, checks } = await orderControl(client, account, order).state();
  return [why, JSON.stringify(lastProblem), ...checks.map(checkText)].join(' ');
};

describe('a register that is put back from a backup', () => {
  it('lets nothing leave until a person has said what was released since; payments of the backup stay used', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const backup = join(await temporaryDirectory(), 'backup.sqlite');
    const first = world.startWorker();
    await until('it serves', world.log, (log) => log.includes('what this worker may do'));
    await world.startDesk({ release: rules });
    const before = await paidWith(world, 'REF-1');
    await until('it is released', () => isReleased(world, before), Boolean);
    await orderEnds(world, before);
    expect(await peerdesk('register', 'backup', backup)).toMatchObject({ exitCode: 0 });
    const after = await paidWith(world, 'REF-2');
    await until('it is released', () => isReleased(world, after), Boolean);
    await orderEnds(world, after);
    expect(await peerdesk('register', 'restore', backup, '--yes')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('stop every worker'),
    });
    await first.kill();
    expect(await peerdesk('register', 'restore', backup, '--yes', '--by', 'eva')).toMatchObject({ exitCode: 0 });

    world.startWorker();
    const next = await paidWith(world, 'REF-3');
    await until(
      'the order says that the register is behind',
      () => reasonOf(world, next),
      (text) => /releases that the register does not know/.test(text),
    );
    expect(isReleased(world, next)).toBe(false);
    const shown = await peerdesk('register', 'show');
    expect(shown.stdout).toMatch(new RegExp(`unknown release +${after}: no money moves`));
    expect(shown.stdout).not.toContain(`unknown release  ${before}`);
    await until(
      'the desk asks about it, whatever its orders wait for',
      async () => (await peerdesk('desk', 'show')).stdout,
      (text) => text.includes(`no money moves: the service shows releases that the register does not know, ${after}`),
    );
    const explain = ['register', 'explain', account, '--released-in-app', '--yes', '--count', '1', '--by', 'ben'];
    const explained = await peerdesk(...explain);
    expect(explained).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('money moves again') });
    await until('it is released', () => isReleased(world, next), Boolean);
    await showsItsActs(world, after);

    const again = await paidWith(world, 'REF-1');
    await until(
      'the payment is known as used',
      () => reasonOf(world, again),
      (text) => /used/.test(text),
    );
    expect(isReleased(world, again)).toBe(false);
    expect(world.simulator.ledger()).toMatchObject({ releases: 3, doubleReleases: 0, repeatedAttempts: 0 });
  });
});

/** An audit has what people did in the register, of the account and of an order; where it is not here, it says so. */
async function showsItsActs(world: DeskWorld, explained: string): Promise<void> {
  const actsOf = async (...args: string[]) => {
    const run = await operatorOf(world)('audit', '--json', ...args);
    return (json(run) as { kind: string; what: string; by: string | null }[]).filter(({ kind }) => kind === 'register');
  };
  const restored = { what: 'simulator', by: 'eva', detail: expect.stringMatching(/^generation /) };
  const said = { what: 'explained', by: 'ben', detail: `orders ${explained}`, via: 'register', refused: null };
  expect((await actsOf()).filter(({ by }) => by === 'eva' || by === 'ben')).toMatchObject([restored, said]);
  expect(await actsOf('--all-accounts')).toEqual(expect.arrayContaining([expect.objectContaining(said)]));
  expect(await actsOf(explained)).toMatchObject([said]);
  expect((await operatorOf(world)('audit')).stdout).toMatch(/explained +ben +register \S+ +register .*orders \d+/);
  const elsewhere = { ...environmentOf(world), PEERDESK_STATE_DIR: await temporaryDirectory() };
  const hidden = /^the register's own acts are not shown: there is no register on this machine$/m;
  for (const args of [['audit'], ['audit', '--all-accounts']])
    expect(await runInProcess(args, elsewhere)).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(hidden) });
}

describe('a copy of the register that is used as if it were the register', () => {
  it('finding: is known by what the guard has permitted, explained away by no word, and ends with a restore', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const copy = join(await temporaryDirectory(), 'copy.sqlite');
    const first = world.startWorker();
    await until('it serves', world.log, (log) => log.includes('what this worker may do'));
    await world.startDesk({ release: rules });
    // The worker of a simulator makes its register by itself, and serves meanwhile.
    await until(
      'it is backed up',
      () => peerdesk('register', 'backup', copy),
      ({ exitCode }) => exitCode === 0,
    );
    const before = await paidWith(world, 'REF-1');
    await until('it is released', () => isReleased(world, before), Boolean);
    await orderEnds(world, before);
    await first.kill();
    const file = join(world.env['PEERDESK_STATE_DIR'] ?? '', 'register-sim.sqlite');
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    copyFileSync(copy, file);
    // Its own numbers are higher by now than the one that the guard has permitted.
    await claimInVain(file, 3);

    const second = world.startWorker();
    const next = await paidWith(world, 'REF-2');
    await until(
      'the order says that the register is a copy',
      () => reasonOf(world, next),
      (text) => text.includes('it is an older copy'),
    );
    expect((await peerdesk('register', 'show')).stdout).toMatch(/^OLDER COPY +the guard has permitted call 1,/m);
    expect((await peerdesk('desk', 'show')).stdout).toMatch(/^needs you +the guard has permitted call 1,/m);
    const explained = await peerdesk('register', 'explain', account, '--released-in-app', '--yes', '--count', '1');
    expect(explained).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('not explained away') });
    await second.kill();
    expect(await peerdesk('register', 'restore', copy, '--yes')).toMatchObject({ exitCode: 0 });

    world.startWorker();
    await until(
      'the release since is asked about',
      () => peerdesk('register', 'explain', account, '--released-in-app', '--yes', '--count', '1'),
      ({ exitCode, stdout }) => exitCode === 0 && stdout.includes('money moves again'),
    );
    // A payment that was attached while the copy was the register does not count for another generation.
    await attach(world, next, 'REF-2');
    await until('it is released', () => isReleased(world, next), Boolean);
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0, repeatedAttempts: 0 });
  });
});

/** Claims calls that never reach the guard. */
async function claimInVain(file: string, times: number): Promise<void> {
  const register = await openSqliteRegister({ file, migrate: false });
  const desk = await TestDesk.open({ register, change: () => Promise.reject(new Error('not by hand')) }, account);
  for (let at = 0; at < times; at += 1) await desk.claimed(`in-vain-${at}`);
  await register.close();
}

/** The register has read that it is done. */
async function orderEnds({ client }: DeskWorld, order: string): Promise<void> {
  await until(
    `order ${order} ends`,
    () => orderControl(client, account, order).state(),
    ({ status, waitingFor }) => status === 'COMPLETED' && waitingFor.code === 'nothing',
  );
}
