import { chmodSync } from 'node:fs';
import type { Client } from '@temporalio/client';
import { beforeEach, expect, it } from 'vitest';
import { registerChecks } from '../../../src/cli/doctor/register-checks.ts';
import { checksOf, examine } from '../../../src/cli/doctor/report.ts';
import { changeFile } from '../../register/sqlite-folder.ts';
import { RegisterMachine } from '../register/register-world.ts';

let machine: RegisterMachine;
/** What the guard says of its register; undefined: it does not answer. */
let guardGeneration: string | null | undefined;

beforeEach(async () => {
  machine = await RegisterMachine.open();
  guardGeneration = undefined;
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
  const world = { place, accounts: [{ account: 'main' }], client: async () => client(), now: () => Date.now() };
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
