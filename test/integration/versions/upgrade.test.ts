import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import {
  adWorkflowId,
  deskWorkflowId,
  guardWorkflowId,
  leadControl,
  orderWorkflowId,
  startAd,
} from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { account, openDeskWorld, quickSettings, sharedEgress, until, type DeskWorld } from '../desk-harness.ts';
import { nextVersionOf } from './next-version.ts';
import { deploy, ownServer, said, startVersion, take, versionOf, waitsFor } from './version-world.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
});

/** Pays an order, and waits until nothing is left to do. */
async function isPaidFor(world: DeskWorld, orderNumber: string): Promise<void> {
  world.simulator.counterparties.pay(orderNumber);
  await waitsFor(world, orderNumber, 'nothing');
}

const carried = (world: DeskWorld, orderNumber: string) => waitsFor(world, orderNumber, 'awaiting-payment');

it('ADR 0025: an upgrade fails nothing and repeats nothing: orders end on the version that began them, the rest goes on', async () => {
  const world = await openDeskWorld({ egress: sharedEgress, server: await ownServer() });
  const { client, simulator } = world;
  const code = readFileSync(inject('workflowBundle'), 'utf8');
  const first = await startVersion(world, { buildId: 'first', code });
  const next = await startVersion(world, { buildId: 'next', code: nextVersionOf(code) });
  await said(world, 'takes no new work until `peerdesk deploy promote first`');
  await said(world, 'takes no new work until `peerdesk deploy promote next`');
  expect(await deploy(world, 'promote', 'first', '--yes')).toMatchObject({ exitCode: 0 });
  await world.startDesk();
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  const old = take(world, adNumber);
  await carried(world, old);

  expect(await deploy(world, 'drain', 'first')).toMatchObject({ exitCode: 6 });
  const promoted = await deploy(world, 'promote', 'next', '--yes');
  expect(promoted).toMatchObject({ exitCode: 0, stderr: '' });
  expect(promoted.stdout).toMatch(/1 order.* left on first: keep its worker/);
  expect(await deploy(world, 'drain', 'first')).toMatchObject({ exitCode: 1 });
  const young = take(world, adNumber);
  await carried(world, young);
  await isPaidFor(world, young);
  await isPaidFor(world, old);
  expect((await deploy(world, 'drain', 'first', '--wait')).stdout).toContain('its worker may be stopped');
  const workflows = [orderWorkflowId(account, old), orderWorkflowId(account, young)];
  const others = [adWorkflowId(account, adNumber), deskWorkflowId(account), guardWorkflowId(account)];
  const versions = await Promise.all([...workflows, ...others].map((workflowId) => versionOf(world, workflowId)));
  expect(versions).toEqual(['first', 'next', 'next', 'next', 'next']);

  process.kill(first.pid, 'SIGTERM');
  await until(
    'the next version leads',
    () => leadControl(client, account).holder(),
    (holder) => holder?.startsWith(`${next.pid}@`) === true,
  );
  const last = take(world, adNumber);
  await carried(world, last);
  await isPaidFor(world, last);
  expect(simulator.ledger()).toMatchObject({ releases: 3 });
  expect(await world.log()).not.toContain('Nondeterminism');
});
