import { describe, expect, it } from 'vitest';
import { guardControl, leadControl, orderControl } from '../../../src/client/index.ts';
import { account, until } from '../desk-harness.ts';
import { adOf, callsOf, group, isReleased, keysOf, openGroup, others, priceOf, sellOf, whyOf } from './group-world.ts';

describe('one process for a group of accounts', () => {
  it('prices and releases for each with its own keys, under one lead; one is dropped and comes back while the others go on', async () => {
    const { world, worker, configOf } = await openGroup();
    expect(worker.accounts()).toEqual([account, ...others]);
    const orders = await Promise.all([account, ...others].map((name) => sellOf(world, name)));
    await until(
      'each order is released',
      () => orders.map((orderNumber) => isReleased(world, orderNumber)),
      (released) => released.every(Boolean),
    );
    expect(await leadControl(world.client, group).holder()).toContain(`${process.pid}@`);
    expect((await guardControl(world.client, 'second').state()).account).toBe('second');
    await worker.dropAccount('second');
    const left = await sellOf(world, 'second');
    const control = orderControl(world.client, 'second', left);
    await until(
      'the order of the dropped account says why it stands still',
      async () =>
        JSON.stringify((await world.client.workflow.getHandle(control.workflowId).describe()).raw.pendingActivities),
      (pending) => pending.includes('ACCOUNT_NOT_SERVED'),
    );
    const meanwhile = await sellOf(world, 'third');
    await until(
      'the others go on',
      () => isReleased(world, meanwhile),
      (released) => released,
    );
    expect(isReleased(world, left)).toBe(false);
    await worker.serveAccount(configOf('second'));
    await until(
      'it goes on when it is served again',
      () => isReleased(world, left),
      (released) => released,
    );
    const { releases, doubleReleases } = world.simulator.ledger();
    expect({ releases, doubleReleases }).toMatchObject({ doubleReleases: 0 });
  });

  it('an account whose keys are refused stands alone: it is named, the others go on, and with the right keys it goes on, too', async () => {
    const { world, worker, configOf, log } = await openGroup({ wrongKeys: ['second'] });
    const wrong = await adOf(world, 'second', '10.50');
    const right = await adOf(world, 'third', '10.40');
    world.market.move('10.00', '10.30', '9.70');
    await until(
      'the others follow the market',
      () => priceOf(world, right),
      (price) => price === '10.29',
    );
    expect(priceOf(world, wrong)).toBe('10.50');
    expect(log()).toMatch(/"account":"second".*the service refuses the first read/);
    await worker.serveAccount(configOf('second'));
    await until(
      'it follows with the right keys',
      () => priceOf(world, wrong),
      (price) => price !== '10.50',
    );
  });

  it('ADR 0030: an account whose live writes would be unsafe is refused alone: nothing is called for it, the others go on', async () => {
    const { world, worker, configOf, log } = await openGroup({ live: 'second' });
    const calls = callsOf(world, 'second');
    const still = await adOf(world, 'second', '10.50');
    const right = await adOf(world, 'third', '10.40');
    const order = await sellOf(world, 'third');
    world.market.move('10.00', '10.30', '9.70');
    await until(
      'the others release and follow the market',
      () => [isReleased(world, order), priceOf(world, right)],
      ([released, price]) => released === true && price === '10.29',
    );
    const why = expect.stringMatching(/^the Temporal server is a development server.*PEERDESK_ALLOW_DEV_SERVER=yes/);
    expect(worker.refused()).toEqual([{ account: 'second', why }]);
    expect(log()).toMatch(/"account":"second".*the Temporal server is a development server/);
    expect({ calls: calls(), price: priceOf(world, still) }).toEqual({ calls: 0, price: '10.50' });
    await expect(worker.serveAccount(configOf('second'))).rejects.toThrow('development server');
    expect(worker.refused()).toEqual([{ account: 'second', why }]);
    await worker.serveAccount(configOf('second'), { allowDevServer: true, allowPlainPayloads: true });
    expect(worker.refused()).toEqual([]);
    expect(worker.accounts()).toEqual(expect.arrayContaining([account, ...others]));
  });

  it('every call of one account hangs: before any of them is answered the others release and follow the market', async () => {
    const { world, service } = await openGroup();
    const hanging = service.hang((text) => text.includes(keysOf('second').apiKey));
    const hung = await sellOf(world, 'second');
    const still = await adOf(world, 'second', '10.50');
    const right = await adOf(world, 'third', '10.40');
    await until(
      'it hangs',
      () => hanging.count,
      (count) => count > 0,
    );
    const order = await sellOf(world, 'third');
    world.market.move('10.00', '10.30', '9.70');
    await until(
      'the others go on',
      async () => [isReleased(world, order), priceOf(world, right), await whyOf(world, 'third', order)],
      ([released, price]) => released === true && price === '10.29',
    );
    expect([isReleased(world, hung), priceOf(world, still)]).toEqual([false, '10.50']);
    hanging.letGo();
    await until(
      'it goes on as well',
      () => isReleased(world, hung),
      (released) => released,
    );
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0 });
  });
});
