import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guardControl, leadControl, orderControl, startAd, startOrder } from '../../../src/client/index.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import type { AccountConfig, EgressConfig } from '../../../src/config/egress-config.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import type { RunningWorker } from '../../../src/workers/accounts/running-worker.ts';
import { runWorker } from '../../../src/workers/run-worker.ts';
import { startHoldingService } from '../../setup/held-answers.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';

const group = 'home';
/** Of an order, in the simulator's words. */
const completed = 4;
const others = ['second', 'third'];
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
  // An answer to a competitor's step does not wait.
  answerHoldMs: 0,
});

/** What a refusal of keys blocks is tried again after this: by the ad, and by its watch. */
const adSettings = { ...quickSettings, businessBlockMs: 2_000 };

const keysOf = (name: string) => ({ apiKey: `key-of-${name}-0123456789`, apiSecret: `secret-of-${name}-0123456789` });
const simAccounts = [account, ...others].map((name) => ({ name, ...keysOf(name) }));

/** One process for three accounts behind one address. */
async function openGroup(wrongKeys: readonly string[] = []) {
  const world = await openDeskWorld({ accounts: simAccounts }, adSettings);
  const service = await startHoldingService(world.baseUrl, onTestFinished);
  world.env['PEERDESK_BASE_URL'] = service.baseUrl;
  const one = readEgressConfig({ ...world.env, PEERDESK_EGRESS: group });
  const configOf = (name: string, keys = keysOf(name)): AccountConfig => ({
    ...one.accounts[0],
    account: name,
    credentials: keys,
  });
  const wrong = { apiKey: 'key-that-nobody-has-0123456789', apiSecret: 'secret-that-nobody-has' };
  const [first, ...more] = [account, ...others].map((name) =>
    configOf(name, wrongKeys.includes(name) ? wrong : undefined),
  );
  if (first === undefined) throw new Error('no account');
  const config: EgressConfig = { ...one, group, accounts: [first, ...more] };
  const lines: string[] = [];
  const stop = new AbortController();
  const running = Promise.withResolvers<RunningWorker>();
  const { address, namespace } = world;
  const ended = runWorker({
    config,
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    signal: stop.signal,
    temporal: { address, namespace },
    onRunning: running.resolve,
  });
  ended.catch(running.reject);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const worker = await running.promise;
  return { world, service, worker, configOf, log: () => lines.join('') };
}

async function adOf(world: DeskWorld, name: string, price: string): Promise<string> {
  const adNumber = world.simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price });
  await startAd(world.client, { account: name, group, adNumber, mode: 'sim', rules, settings: adSettings });
  return adNumber;
}

function paidOrderOf(world: DeskWorld, name: string): string {
  const { simulator } = world;
  const adNumber = simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

async function sellOf(world: DeskWorld, name: string): Promise<string> {
  const orderNumber = paidOrderOf(world, name);
  const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
  const mode = 'sim';
  await startOrder(world.client, { account: name, group, orderNumber, mode, release, settings: quickSettings });
  return orderNumber;
}

const isReleased = (world: DeskWorld, orderNumber: string): boolean =>
  world.simulator.marketplace.orders.get(orderNumber)?.status === completed;

const priceOf = (world: DeskWorld, adNumber: string): string | undefined =>
  world.simulator.marketplace.ads.get(adNumber)?.price;

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
    const { world, worker, configOf, log } = await openGroup(['second']);
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
      () => [isReleased(world, order), priceOf(world, right)],
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
