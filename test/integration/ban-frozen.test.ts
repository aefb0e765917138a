import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { adControl, egressControl, leadControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { openHeldWire } from '../setup/wire/held-wire.ts';
import { account, openDeskWorld, quickSettings, sharedEgress, until } from './desk-harness.ts';

const settings = { ...quickSettings, marketIntervalMs: 500, priceRangeTtlMs: 100 };
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

it('I27, interface 7.1: a worker that was frozen (SIGSTOP) while others met a ban makes no call when it is thawed', async () => {
  const world = await openDeskWorld({ egress: sharedEgress }, settings);
  const { simulator, client, baseUrl } = world;
  const wire = await openHeldWire(world.address);
  onTestFinished(() => wire.close());
  const frozen = world.startWorker({ TEMPORAL_ADDRESS: wire.address });
  const ads = ['10.10', '10.20', '10.30'].map((price) =>
    simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price }),
  );
  for (const adNumber of ads) await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
  await until(
    'each ad has been priced',
    () => Promise.all(ads.map((adNumber) => adControl(client, account, adNumber).state())),
    (views) => views.every(({ reprices }) => reprices > 0),
  );
  // A second worker of the same account: it leads while the first one is frozen.
  const second = world.startWorker();
  await until(
    'the second one stands by',
    () => world.log(),
    (log) => log.includes('this process stands by'),
  );
  process.kill(frozen.pid, 'SIGSTOP');
  wire.hold();
  await until(
    'the second one leads',
    () => leadControl(client, account).holder(),
    (holder) => holder?.startsWith(`${second.pid}@`) === true,
  );
  simulator.ban(600_000);
  await fetch(`${baseUrl}/api/v3/time`);
  const egress = egressControl(client, 'default');
  await egress.reportBan({ untilMs: Date.now() + 600_000, reason: 'HTTP 418 of the service' });
  await until(
    'the egress workflow knows the ban',
    () => egress.state(),
    (view) => view.state === 'banned',
  );
  // A call of the second worker may have been on its way when the ban began.
  await until(
    'no one calls any more',
    async () => {
      const { requests } = simulator.ledger();
      await delay(500);
      return simulator.ledger().requests - requests;
    },
    (calls) => calls === 0,
  );
  const before = simulator.ledger().requests;
  process.kill(frozen.pid, 'SIGCONT');
  await until(
    'the thawed worker has noticed',
    () => world.log(),
    (log) => log.includes('this process stood still'),
  );
  // No news reaches it yet: a caller that does not ask would call now, ten times in this time.
  await delay(1_000);
  expect(simulator.ledger().requests - before).toBe(0);
  wire.letGo();
  await until(
    'each ad shows the ban',
    () => Promise.all(ads.map((adNumber) => adControl(client, account, adNumber).state())),
    (views) => views.every(({ state }) => state.kind === 'blocked' && state.category === 'IP_BAN'),
  );
  expect(simulator.ledger().requests - before).toBe(0);
});
