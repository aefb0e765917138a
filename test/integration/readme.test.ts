import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { adControl, orderControl } from '../../src/client/index.ts';
import { inProject } from '../../src/server/project-root.ts';
import { codeBlocks } from '../project/documents/markdown.ts';
import { readProjectFile } from '../project/project-files.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { account, noRules, openDeskWorld, sharedEgress, until, type DeskWorld } from './desk-harness.ts';

const runFile = promisify(execFile);
const readme = readProjectFile('README.md');
const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;

interface Desk {
  world: DeskWorld;
  adNumber: string;
  /** A SELL order with a workflow, not paid yet. */
  orderNumber: string;
}

/** The desk of a reader of the README: a server, a worker process, an ad, and a new order. */
async function openDesk(): Promise<Desk> {
  const world = await openDeskWorld({ egress: sharedEgress });
  world.startWorker();
  await world.startDesk({ release });
  const { ads, counterparties } = world.simulator;
  const adNumber = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
  const orderNumber = counterparties.take({ adNumber, totalPrice: '500.00' });
  counterparties.pay(orderNumber);
  await until(
    'the paid order waits for an approval',
    () => orderControl(world.client, account, orderNumber).state(),
    (view) => view.waitingFor.code === 'release-gate',
  );
  return { world, adNumber, orderNumber };
}

async function expectReleased({ world }: Desk): Promise<void> {
  await until(
    'the approval releases the coin',
    () => world.simulator.ledger().orders.completed,
    (count) => count === 1,
  );
  expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
}

describe('the README', () => {
  it('its example from code is examples/client.ts, and that one starts, updates, signals and queries a real desk', async () => {
    expect(codeBlocks(readme, 'ts')).toEqual([readProjectFile('examples/client.ts').trimEnd()]);
    const desk = await openDesk();
    const { world, adNumber, orderNumber } = desk;
    const program = [inProject('examples', 'client.ts'), account, adNumber, orderNumber];
    const { stdout } = await runFile(process.execPath, program, { env: world.env });
    const told: unknown = JSON.parse(stdout);
    expect(told).toMatchObject({
      started: true,
      override: '10.20',
      state: 'paused',
      order: expect.stringMatching(/^(PAID|COMPLETED)$/),
    });
    expect(told).toMatchObject({ why: expect.stringContaining('paused by ana') });
    await expectReleased(desk);
    const unpaid = world.simulator.counterparties.take({ adNumber, totalPrice: '300.00' });
    await until(
      'the unpaid order is carried',
      () => orderControl(world.client, account, unpaid).state(),
      (view) => view.waitingFor.code === 'awaiting-payment',
    );
    const again = await runFile(process.execPath, [...program.slice(0, -1), unpaid], { env: world.env });
    expect(JSON.parse(again.stdout)).toMatchObject({
      started: false,
      order: expect.stringMatching(/^refused: .*not PAID/),
    });
    // As on the demo: the desk keeps the ad already, with a floor that is not the example's.
    const limits = { floor: '10.35', ceiling: '10.50' };
    await adControl(world.client, account, adNumber).setRules({ limits });
    const joined = await runFile(process.execPath, [...program.slice(0, -1), unpaid], { env: world.env });
    expect(JSON.parse(joined.stdout)).toMatchObject({
      started: false,
      override: expect.stringMatching(/^refused: .*10\.20 is below the floor 10\.35/),
    });
  });

  it('its example refuses to run without its arguments', async () => {
    const run = runFile(process.execPath, [inProject('examples', 'client.ts')], { env: { PATH: process.env['PATH'] } });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('the number of an order') });
  });

  it('its lines of the temporal command start, query, signal, update and list on a real desk', async () => {
    const desk = await openDesk();
    const { world, adNumber, orderNumber } = desk;
    const script = codeBlocks(readme, 'sh').find((block) => block.startsWith('temporal workflow start')) ?? '';
    for (const command of ['start', 'query', 'signal', 'update execute', 'list'])
      expect(script).toContain(`temporal workflow ${command} `);
    const { mark } = await orderControl(world.client, account, orderNumber).state();
    const typed = script
      .replaceAll('AD_NUMBER', adNumber)
      .replaceAll('GENERATION', String(mark?.generation))
      .replaceAll('EPOCH', String(mark?.epoch))
      .replaceAll('ORDER_NUMBER', orderNumber)
      .replaceAll(':main', `:${account}`)
      .replaceAll('"main"', `"${account}"`);
    const programs = await temporaryDirectory();
    symlinkSync(inject('temporalCli'), join(programs, 'temporal'));
    const env = { ...world.env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` };
    const { stdout } = await runFile('sh', ['-e', '-c', typed], { env });
    expect(stdout).toContain(`ad:${account}:${adNumber}`);
    const ad = await until(
      'the ad runs again after pause and resume, at the price of its rules',
      () => adControl(world.client, account, adNumber).state(),
      (view) => view.state.kind === 'running' && view.price === '10.04',
    );
    expect(ad).toMatchObject({ mode: 'sim', rules: { limits: { floor: '9.50', ceiling: '10.50' } } });
    await expectReleased(desk);
  });
});
