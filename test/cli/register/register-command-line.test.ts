import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { changeFile } from '../../register/sqlite-folder.ts';
import { payment } from '../../register/contract/test-desk.ts';
import { RegisterMachine } from './register-world.ts';

let machine: RegisterMachine;

beforeEach(async () => {
  machine = await RegisterMachine.open();
});

const nowMs = Date.now();
const shownBy = (numbers: readonly string[]) => ({ account: 'main', orderNumbers: numbers, nowMs });

describe('peerdesk register create', () => {
  it('makes the register of real money, private, and never a second one in its place', async () => {
    const made = await machine.peerdesk('register', 'create', '--json');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { generation } = JSON.parse(made.stdout) as { generation: string };
    expect(statSync(machine.file()).mode & 0o777).toBe(0o600);
    expect(await machine.within((register) => register.identity())).toMatchObject({ generation, how: 'created' });
    const again = await machine.peerdesk('register', 'create');
    expect(again).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('there is a register already') });
    expect(await machine.within((register) => register.identity())).toMatchObject({ generation });
  });

  it('makes that of simulators where the service is one: no worker takes it for one that it made', async () => {
    machine.env['PEERDESK_BASE_URL'] = 'http://127.0.0.1:8400';
    expect(await machine.peerdesk('register', 'create')).toMatchObject({ exitCode: 0 });
    expect([existsSync(machine.file()), existsSync(machine.file('register-sim'))]).toEqual([false, true]);
  });
});

describe('peerdesk register show', () => {
  it('without one says so, and names what makes one', async () => {
    const run = await machine.peerdesk('register', 'show');
    expect(run).toMatchObject({
      exitCode: 3,
      stdout: '',
      stderr: expect.stringMatching(/no register at .*register create/),
    });
  });

  it('shows what may have left, what was released and used, what restricts, and whether the journal is whole', async () => {
    await machine.make();
    await machine.withDesk('main', async (desk) => {
      await desk.sent('order-1', { payments: [payment('ref-1')], nowMs });
      await desk.takeBack('order-2', 'hold');
      const entries = [switchEntry('releases', { by: 'ana', reason: 'bank is down', atMs: nowMs })];
      await desk.register.restrict({ account: 'main', entries, by: 'ana', nowMs });
      await desk.register.compareReleases(shownBy(['order-9']));
    });
    const shown = await machine.peerdesk('register', 'show');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    for (const words of [
      /generation +[-\w]{36}, made by a person at /,
      /journal +\d+ entries, its chain is whole/,
      /lead +term 1, by 1@here/,
      /released in 24 hours +70 BOB/,
      /payments used +1/,
      /kill switch releases is engaged by ana since .*: “bank is down”/,
      /held +order-2 by ana: a reason/,
      /may have left +release order-1 since /,
      /unknown release +order-9: no money moves until `peerdesk register explain main`/,
    ])
      expect(shown.stdout).toMatch(words);
    expect(shown.stdout).not.toContain('ref-1');
    changeFile(machine.file(), `UPDATE journal SET body = '{}' WHERE seq = 2`);
    const broken = await machine.peerdesk('register', 'show');
    expect(broken).toMatchObject({ exitCode: 6, stdout: expect.stringContaining('BROKEN at entry 2') });
  });

  it('shows that of the service; where none is named, that of real money, or the only one', async () => {
    await machine.make(machine.file('register-sim'), 'simulator');
    expect(await machine.peerdesk('register', 'show')).toMatchObject({ exitCode: 3 });
    const shown = async (service: string) => {
      machine.env['PEERDESK_BASE_URL'] = service;
      return (await machine.peerdesk('register', 'show')).stdout;
    };
    expect(await shown('http://127.0.0.1:8400')).toContain('made by the worker of a simulator');
    expect(await shown('')).toContain('made by the worker of a simulator');
    await machine.make();
    expect(await shown('')).toContain(machine.file());
  });
});

describe('peerdesk register explain', () => {
  const explain = (...args: string[]) => machine.peerdesk('register', 'explain', 'main', ...args);

  beforeEach(async () => {
    await machine.make();
    await machine.withDesk('main', (desk) => desk.register.compareReleases(shownBy(['order-8', 'order-9'])));
  });

  const unexplained = () =>
    machine.within(async (register) =>
      (await register.unexplainedReleases({ account: 'main' })).map(({ orderNumber }) => orderNumber),
    );

  it('shows the orders first, and takes a person at their word for as many as were shown', async () => {
    const asked = await explain('--released-in-app');
    expect(asked).toMatchObject({ exitCode: 6, stdout: '' });
    expect(asked.stderr).toMatch(
      /release of order order-8, which no row .*\n.*order-9, .*\n.*add --yes --count 2 to mean it/,
    );
    expect(await explain('--released-in-app', '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('--count 2'),
    });
    expect(await explain('--released-in-app', '--yes', '--count', '1')).toMatchObject({ exitCode: 6 });
    expect(await unexplained()).toEqual(['order-8', 'order-9']);
    const told = await explain('--released-in-app', '--yes', '--count', '2', '--by', 'ana');
    expect(told).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('2 explained by ana: money moves again'),
    });
    expect(await unexplained()).toEqual([]);
    expect((await explain('--released-in-app')).stdout).toContain('knows every release');
  });

  it('explains no older copy away: it prints how to recover, and nothing moves', async () => {
    const run = await explain('--older-copy', '--yes', '--count', '2');
    expect(run).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/nothing was changed[^]*register restore[^]*register recover/),
    });
    expect(await unexplained()).toEqual(['order-8', 'order-9']);
    expect(await explain()).toMatchObject({ exitCode: 4 });
    expect(await explain('--older-copy', '--released-in-app')).toMatchObject({ exitCode: 4 });
  });
});

describe('an account whose releases were compared before the register was put back', () => {
  it('S23: is shown, and where no worker serves it a person says that nothing is missing', async () => {
    await machine.make();
    await machine.withDesk('main', (desk) => desk.register.noteCompared({ account: 'main', atMs: nowMs }));
    const shown = async () => (await machine.peerdesk('register', 'show')).stdout;
    expect(await shown()).not.toContain('NOT COMPARED');
    expect(await machine.peerdesk('register', 'restore', machine.file(), '--yes')).toMatchObject({ exitCode: 0 });
    expect(await shown()).toMatch(/^NOT COMPARED +its releases, .*register explain main/m);
    const copied = await machine.peerdesk('register', 'explain', 'main', '--older-copy', '--yes', '--count', '0');
    expect(copied.stdout).toContain('nothing was changed');
    const explain = ['register', 'explain', 'main', '--released-in-app'];
    expect(await machine.peerdesk(...explain)).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('no worker serves the account any more'),
    });
    expect(await machine.peerdesk(...explain, '--yes', '--count', '0')).toMatchObject({ exitCode: 0 });
    expect(await shown()).not.toContain('NOT COMPARED');
  });
});

describe('a register whose guard has permitted more than it knows', () => {
  it('finding: says so, is not explained away, and ends with the generation', async () => {
    await machine.make();
    await machine.withDesk('main', async (desk) => {
      await desk.sent('order-1');
      const { generation } = await desk.marks('');
      const permitted = { number: 3, callId: 'a call of another copy' };
      await desk.register.compareGuard({ account: 'main', generation, permitted, nowMs: Date.now() });
    });
    expect((await machine.peerdesk('register', 'show')).stdout).toMatch(/^OLDER COPY +the guard has permitted call 3/m);
    const explain = (...args: string[]) => machine.peerdesk('register', 'explain', 'main', ...args);
    expect(await explain('--released-in-app', '--yes', '--count', '0')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/permitted call 3[^]*--older-copy/),
    });
    expect(await explain('--older-copy')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/nothing was changed[^]*register restore/),
    });
    // The file itself, where no newer one is to be found.
    expect(await machine.peerdesk('register', 'restore', machine.file(), '--yes')).toMatchObject({ exitCode: 0 });
    expect((await machine.peerdesk('register', 'show')).stdout).not.toContain('OLDER COPY');
    await machine.withDesk('main', async (desk) => {
      expect(await desk.claim('order-2')).toMatchObject({ claimed: true });
    });
  });
});

describe('peerdesk register backup and restore', () => {
  const backup = () => join(machine.folder, 'backup.sqlite');

  it('writes a private copy with everything, while a worker goes on, and overwrites none', async () => {
    await machine.make();
    await machine.withDesk('main', async (desk) => {
      await desk.sent('order-1', { payments: [payment('ref-1')] });
      const run = await machine.peerdesk('register', 'backup', backup());
      expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('it holds references of payments') });
    });
    expect(statSync(backup()).mode & 0o777).toBe(0o600);
    expect(await machine.within((register) => register.paymentOwners({ keys: ['ref-1'] }), backup())).toHaveLength(1);
    expect(await machine.peerdesk('register', 'backup', backup())).toMatchObject({ exitCode: 6 });
  });

  it('puts a backup in the place of the register as a new generation; what was there stays aside, used payments stay used', async () => {
    await machine.make();
    await machine.withDesk('main', (desk) => desk.sent('order-1', { payments: [payment('ref-1')] }));
    const before = await machine.within((register) => register.identity());
    await machine.peerdesk('register', 'backup', backup());
    await machine.withDesk('main', (desk) => desk.sent('order-2', { payments: [payment('ref-2')] }));
    const asked = await machine.peerdesk('register', 'restore', backup());
    expect(asked).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(/every worker .* must be stopped/) });
    const run = await machine.peerdesk('register', 'restore', backup(), '--yes');
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/former one is .*replaced-[^]*another machine[^]*asked about/);
    const after = await machine.within((register) => register.identity());
    expect(after).toMatchObject({ how: 'restored' });
    expect(after?.generation).not.toBe(before?.generation);
    const owners = (file?: string) =>
      machine.within((register) => register.paymentOwners({ keys: ['ref-1', 'ref-2'] }), file);
    expect((await owners()).map(({ key }) => key)).toEqual(['ref-1']);
    const aside = readdirSync(join(machine.folder, 'state')).find((name) => name.includes('replaced')) ?? '';
    expect(await owners(join(machine.folder, 'state', aside))).toHaveLength(2);
    expect(statSync(machine.file()).mode & 0o777).toBe(0o600);
    expect(existsSync(backup())).toBe(true);
  });

  it('restores nothing while a worker runs on the register, and nothing that is broken or no register', async () => {
    await machine.make();
    await machine.peerdesk('register', 'backup', backup());
    await machine.within(async (register) => {
      const run = await machine.peerdesk('register', 'restore', backup(), '--yes');
      expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stop every worker') });
      expect(await register.identity()).toMatchObject({ how: 'created' });
    });
    changeFile(backup(), `UPDATE journal SET body = '{"a":1}'`);
    expect(await machine.peerdesk('register', 'restore', backup(), '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('broken at entry 1'),
    });
    writeFileSync(backup(), 'a text');
    expect(await machine.peerdesk('register', 'restore', backup(), '--yes')).toMatchObject({ exitCode: 3 });
    expect(await machine.peerdesk('register', 'restore', `${backup()}.not`, '--yes')).toMatchObject({ exitCode: 4 });
    expect(await machine.within((register) => register.identity())).toMatchObject({ how: 'created' });
    expect(readdirSync(join(machine.folder, 'state')).filter((name) => !name.startsWith('register.sqlite'))).toEqual(
      [],
    );
  });

  it('a backup of the simulator never becomes the register of real money', async () => {
    mkdirSync(join(machine.folder, 'state'));
    await machine.make(backup(), 'simulator');
    expect(await machine.peerdesk('register', 'restore', backup(), '--yes')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('made by the worker of a simulator'),
    });
    expect(existsSync(machine.file())).toBe(false);
    machine.env['PEERDESK_BASE_URL'] = 'http://127.0.0.1:8400';
    expect(await machine.peerdesk('register', 'restore', backup(), '--yes')).toMatchObject({ exitCode: 0 });
    const identity = await machine.within((register) => register.identity(), machine.file('register-sim'));
    expect(identity).toMatchObject({ how: 'simulator' });
  });
});
