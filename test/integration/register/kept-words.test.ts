/** What a person takes back or allows again, from the machine of the register, from another one, and without a worker. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.ts';
import { guardControl } from '../../../src/client/index.ts';
import { createRegister, openRegister } from '../../../src/register/open-register.ts';
import type { Register } from '../../../src/register/register.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { TestDesk } from '../../register/contract/test-desk.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf, json, operatorOf, type Peerdesk } from '../operator.ts';

const fileOf = ({ env }: DeskWorld): string => join(env['PEERDESK_STATE_DIR'] ?? '', 'register-sim.sqlite');

async function within<T>(file: string, use: (register: Register) => Promise<T>): Promise<T> {
  const register = await openRegister({ kind: 'sqlite', file, isSimulators: true }, { migrate: false });
  try {
    return await use(register);
  } finally {
    await register.close();
  }
}

/** What the register restricts, as `kind key`; rules by their policy alone. */
async function restricted(world: DeskWorld): Promise<string[]> {
  const { entries } = await within(fileOf(world), (register) => register.restrictions({ account }));
  return entries.map(({ kind, key, value }) =>
    kind === 'rules' ? `rules ${(JSON.parse(value) as { policy: string }).policy}` : `${kind} ${key}`,
  );
}

/** The same commands on a machine that has another state folder. */
async function elsewhere(world: DeskWorld): Promise<{ peerdesk: Peerdesk; state: string }> {
  const state = join(await temporaryDirectory(), 'state');
  const env = { ...environmentOf(world), PEERDESK_STATE_DIR: state };
  return { state, peerdesk: (...args) => runInProcess([...args, '--timeout', '120s'], env) };
}

/** A worker in this process, whose guard knows its register. */
async function workingWorld(): Promise<{ world: DeskWorld; peerdesk: Peerdesk }> {
  const world = await openDeskWorld();
  await world.runWorker();
  await until(
    'the guard knows the register',
    () => guardControl(world.client, account).state(),
    ({ generation }) => generation !== null,
  );
  return { world, peerdesk: operatorOf(world) };
}

/** A machine with a register and no worker. */
async function idleWorld(): Promise<{ world: DeskWorld; peerdesk: Peerdesk }> {
  const world = await openDeskWorld();
  const minting = { generation: randomUUID(), how: 'simulator', nowMs: Date.now() } as const;
  await createRegister({ kind: 'sqlite', file: fileOf(world), isSimulators: true }, minting);
  return { world, peerdesk: operatorOf(world) };
}

describe('on the machine of the register, without a worker', () => {
  it('`desk kill` is kept at once, and answers when no armed call can leave any more: it names what may have left', async () => {
    const { world, peerdesk } = await idleWorld();
    const armedAtMs = Date.now();
    await within(fileOf(world), async (register) => {
      const desk = await TestDesk.open({ register, change: async () => undefined }, account);
      await desk.sent('order-1', { nowMs: armedAtMs });
    });
    const killed = await peerdesk('desk', 'kill', 'releases', '--json');
    expect(killed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(json(killed)).toMatchObject({ confirmed: false, kept: true, mayHaveLeft: ['release order-1'] });
    expect(Date.now() - armedAtMs).toBeGreaterThanOrEqual(leaseMs);
    expect(await restricted(world)).toEqual(['switch releases']);
    const block = await peerdesk('person', 'block', 's1a2');
    expect(block).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /s1a2 blocked: the guard hears of it once a worker runs; kept in the register; may have left before: release order-1\n$/,
      ),
    });
    expect(await restricted(world)).toEqual(['block s1a2', 'switch releases']);
    expect(await peerdesk('desk', 'open', 'releases')).toMatchObject({ exitCode: 0 });
    expect(await restricted(world)).toEqual(['block s1a2']);
  });

  it('`desk kill` is kept even when Temporal is gone', async () => {
    const { world } = await idleWorld();
    const env = { ...environmentOf(world), TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const killed = await runInProcess(['desk', 'kill'], env);
    expect(killed).toMatchObject({
      exitCode: 8,
      stdout: expect.stringMatching(/switch all engaged by .*; kept in the register .* alone/),
    });
    expect(await restricted(world)).toEqual(['switch all']);
  });

  it('`order hold` holds in the register, also an order that no workflow carries', async () => {
    const { world, peerdesk } = await idleWorld();
    const hold = await peerdesk('order', 'hold', '404', '--by', 'ana');
    expect(hold).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/no workflow carries it: .* hold by ana is kept/),
    });
    const mark = await within(fileOf(world), (register) => register.marksOf({ account, subject: '404' }));
    expect(mark).toMatchObject({ epoch: 1, held: { by: 'ana' } });
  });
});

describe('beside a worker', () => {
  it('stricter rules, a switch and a block are in the register, and looser ones take their place there', async () => {
    const { world, peerdesk } = await workingWorld();
    await peerdesk('desk', 'set', '--release', 'match', '--yes');
    expect(await restricted(world)).toEqual(['rules match']);
    expect(await peerdesk('desk', 'set', '--release', 'approve')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/policy approve; kept in the register\n$/),
    });
    expect(await restricted(world)).toEqual(['rules approve']);
    expect(await peerdesk('desk', 'set', '--release', 'match', '--yes')).toMatchObject({ exitCode: 0 });
    await peerdesk('desk', 'kill', 'releases');
    await peerdesk('person', 'block', 's1a2');
    expect(await restricted(world)).toEqual(['block s1a2', 'rules match', 'switch releases']);
    expect(await peerdesk('person', 'allow', 's1a2')).toMatchObject({ exitCode: 0 });
    expect(await peerdesk('desk', 'open', 'releases')).toMatchObject({ exitCode: 0 });
    expect(await restricted(world)).toEqual(['rules match']);
  });

  it('what is loosened is what was shown: a switch that was engaged meanwhile refuses it', async () => {
    const { world, peerdesk } = await workingWorld();
    await peerdesk('desk', 'set', '--release', 'approve');
    let said = '';
    const sink = { write: (text: string) => (said += text) };
    const person = async (): Promise<string> => {
      const entries = [switchEntry('all', { by: 'ben', reason: 'stop', atMs: Date.now() })];
      await within(fileOf(world), (register) => register.restrict({ account, entries, by: 'ben', nowMs: Date.now() }));
      return 'y';
    };
    const context = { env: environmentOf(world), stdout: sink, stderr: sink, askPerson: person };
    expect(await runCli(['desk', 'set', '--release', 'match', '--timeout', '60s'], context)).toBe(6);
    expect(said).toMatch(/the release rules stay as they are: the restrictions have changed .* look again/);
    expect(await restricted(world)).toEqual(['rules approve', 'switch all']);
    expect(await guardControl(world.client, account).state()).toMatchObject({ rules: { policy: 'approve' } });
  });
});

describe('from another machine', () => {
  it('a switch is kept by the worker, and lifted at the guard alone: the register holds it, and the answer says what to run', async () => {
    const { world, peerdesk } = await workingWorld();
    const other = await elsewhere(world);
    const killed = await other.peerdesk('desk', 'kill', 'releases', '--json');
    expect(killed).toMatchObject({ exitCode: 0 });
    expect(json(killed)).toMatchObject({ confirmed: true, kept: true });
    expect(await restricted(world)).toEqual(['switch releases']);
    const opened = await other.peerdesk('desk', 'open', 'releases');
    expect(opened).toMatchObject({ exitCode: 7 });
    expect(opened.stdout).toContain('still holds it: lift it there with `peerdesk desk open`');
    expect(await restricted(world)).toEqual(['switch releases']);
    expect(await peerdesk('desk', 'open', 'releases')).toMatchObject({ exitCode: 0 });
    expect(await restricted(world)).toEqual([]);
  });

  it('a register that is not the worker’s is not written to, and that is said', async () => {
    const { world } = await workingWorld();
    const { peerdesk, state } = await elsewhere(world);
    const file = join(state, 'register-sim.sqlite');
    const minting = { generation: randomUUID(), how: 'simulator', nowMs: Date.now() } as const;
    await createRegister({ kind: 'sqlite', file, isSimulators: true }, minting);
    expect(await peerdesk('desk', 'kill')).toMatchObject({ exitCode: 0 });
    const opened = await peerdesk('desk', 'open');
    expect(opened).toMatchObject({
      exitCode: 7,
      stdout: expect.stringContaining('is not the one that the worker uses'),
    });
    const { revision, entries } = await within(file, (register) => register.restrictions({ account }));
    expect([revision, entries]).toEqual([0, []]);
    expect(await restricted(world)).toEqual(['switch all']);
  });

  it('without a worker Temporal alone has it: that is no success', async () => {
    const world = await openDeskWorld();
    const { peerdesk } = await elsewhere(world);
    for (const args of [
      ['desk', 'kill', 'all'],
      ['person', 'block', 's1a2'],
    ]) {
      const run = await peerdesk(...args);
      expect(run).toMatchObject({ exitCode: 7 });
      expect(run.stdout).toContain(
        'at the guard; not yet kept outside Temporal: no money moves once a worker has copied it',
      );
    }
  });
});
