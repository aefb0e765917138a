import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { leadControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { callingTaskQueue } from '../../src/workflows/contract/task-queues.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
  // An answer to a competitor's step does not wait.
  answerHoldMs: 0,
});

/** Ads of both sides whose market moves on demand. The service, which never freezes, shows whether one follows. */
async function openAds(world: DeskWorld): Promise<{ follow: (ask: string, bid: string) => Promise<void> }> {
  const { client, simulator, market } = world;
  for (const [side, price] of [
    ['SELL', '10.40'],
    ['BUY', '9.60'],
  ] as const) {
    const adNumber = simulator.ads.add({ account, side, asset: 'USDT', fiat: 'BOB', price });
    await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  }
  return {
    follow: async (ask, bid) => {
      const { reprices } = simulator.ledger();
      market.move('10.00', ask, bid);
      await until(
        `an ad follows to ${ask} and ${bid}`,
        () => simulator.ledger().reprices - reprices,
        (writes) => writes >= 1,
      );
    },
  };
}

const pidOf = (identity: string | null): number => Number((identity ?? '').split('@')[0]);

/** Waits until this process leads. */
async function leads(world: DeskWorld, pid: number): Promise<void> {
  const control = leadControl(world.client, account);
  await until(
    `process ${pid} leads`,
    async () => pidOf(await control.holder()),
    (holder) => holder === pid,
  );
}

async function standsBy(world: DeskWorld, times = 1): Promise<void> {
  await until(
    'another process stands by',
    () => world.log(),
    (log) => (log.match(/worker ready: .*; stands by: \d+@/g) ?? []).length >= times,
  );
}

describe('I17, I28, design 6: of several processes of an account one calls the service', () => {
  it('one that is killed is followed by the other, and one that stops passes the lead on', async () => {
    const world = await openDeskWorld();
    const first = world.startWorker();
    const ads = await openAds(world);
    await ads.follow('10.30', '9.70');
    await leads(world, first.pid);
    const second = world.startWorker();
    await standsBy(world);
    expect(await world.log()).toContain(`${first.pid}@`);
    const { leads: leader, standBy } = await leadControl(world.client, account).processes();
    expect([leader, ...standBy].map((known) => pidOf(known?.name ?? null))).toEqual([first.pid, second.pid]);
    await first.kill();
    await leads(world, second.pid);
    await ads.follow('10.20', '9.80');
    const third = world.startWorker();
    await standsBy(world, 2);
    process.kill(second.pid, 'SIGTERM');
    await leads(world, third.pid);
    await ads.follow('10.10', '9.90');
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 0, pricesInZone: 0 });
  });

  it('one that is frozen (SIGSTOP) is followed, and calls nothing when it is thawed beside its successor', async () => {
    const world = await openDeskWorld();
    const first = world.startWorker();
    const ads = await openAds(world);
    await ads.follow('10.30', '9.70');
    const second = world.startWorker();
    await standsBy(world);
    process.kill(first.pid, 'SIGSTOP');
    await leads(world, second.pid);
    await ads.follow('10.20', '9.80');
    process.kill(first.pid, 'SIGCONT');
    await until(
      'the thawed one has noticed',
      () => world.log(),
      (log) => log.includes('this process leads no longer'),
    );
    const ended = `"taskQueue":"${callingTaskQueue(account, 'money')}","state":"STOPPED"`;
    await until(
      'it polls for calls no more',
      () => world.log(),
      (log) => log.includes(ended),
    );
    await ads.follow('10.10', '9.90');
    await leads(world, second.pid);
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 0, pricesInZone: 0 });
  });

  it('a lead that an operator terminated, reset, cancelled or paused is offered again', async () => {
    const world = await openDeskWorld();
    const { client, simulator } = world;
    const worker = world.startWorker();
    const ads = await openAds(world);
    await ads.follow('10.30', '9.70');
    const { workflowId } = leadControl(client, account);
    const handle = client.workflow.getHandle(workflowId);
    await handle.terminate('by hand');
    await until(
      'a new lead',
      () => handle.describe(),
      ({ status }) => status.name === 'RUNNING',
    );
    await leads(world, worker.pid);
    await ads.follow('10.20', '9.80');
    await handle.cancel();
    const { namespace } = client.options;
    const keepLead = { namespace, execution: { workflowId }, type: 'keepLead', identity: 'ana' };
    await client.workflowService.resetActivity(keepLead);
    await until(
      'the attempt that was reset has ended',
      () => world.log(),
      (log) => (log.match(/this process leads:/g) ?? []).length >= 3,
    );
    await ads.follow('10.10', '9.90');
    await client.workflowService.pauseActivity(keepLead);
    await until(
      'no process leads',
      () => world.log(),
      (log) => (log.match(/leads no longer/g) ?? []).length >= 3,
    );
    const { requests } = simulator.ledger();
    await delay(2_000);
    expect(simulator.ledger().requests).toBe(requests);
    await client.workflowService.unpauseActivity(keepLead);
    await ads.follow('10.05', '9.95');
    expect(simulator.ledger()).toMatchObject({ callsOverLimit: 0, pricesInZone: 0 });
  });
});
