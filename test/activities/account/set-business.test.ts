import { describe, expect, it } from 'vitest';
import type { BusinessReceipt, SetBusinessInput } from '../../../src/activities/account/business-contract.ts';
import type { BusinessAct } from '../../../src/domain/ads/business-act.ts';
import { deskWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { asWorkflow, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const asDesk = (world: ActivityWorld) => world.scheduled(asWorkflow('accountDesk', deskWorkflowId(world.deps.account)));

const set = (world: ActivityWorld, act: BusinessAct, mode: 'sim' | 'shadow' = 'sim'): Promise<BusinessReceipt> =>
  asDesk(world).run(world.acting.setBusiness, { mode, act }) as Promise<BusinessReceipt>;

describe('interface 4.7: break and business of a merchant', () => {
  it('EP-22 and EP-27 close and open it, confirmed by a read; what is so already is not sent again', async () => {
    const world = await openActivityWorld();
    expect(await set(world, 'close')).toMatchObject({ kind: 'applied', status: 'closed', untilMs: null });
    expect(await set(world, 'close')).toMatchObject({ kind: 'there-already', status: 'closed' });
    expect(world.callsOf('merchant/closeBusiness')).toBe(1);
    expect(await set(world, 'open')).toMatchObject({ kind: 'applied', status: 'open' });
  });

  it('EP-28 and EP-23 begin and end a break, whose end the service reports', async () => {
    const world = await openActivityWorld();
    const begun = await set(world, 'start-break');
    expect(begun).toMatchObject({ kind: 'applied', status: 'taking a break' });
    expect(begun.untilMs).toBeGreaterThan(world.clock.now());
    expect(await set(world, 'end-break')).toMatchObject({ kind: 'applied', status: 'open', untilMs: null });
  });

  it('a closed business has no break, and says what to do', async () => {
    const world = await openActivityWorld();
    await set(world, 'close');
    await expect(set(world, 'end-break')).rejects.toThrow('open the business');
    await expect(set(world, 'start-break')).rejects.toMatchObject({
      message: 'the business is closed: a break needs an open one',
      details: [{ code: 'closed-for-break' }],
    });
    expect(world.callsOf('merchant/endRest') + world.callsOf('merchant/startRest')).toBe(0);
  });

  it('nothing is opened while a switch keeps ads off the market or unpriced; the way off it is free', async () => {
    const world = await openActivityWorld();
    await set(world, 'close');
    for (const name of ['ads', 'repricing'] as const) {
      world.fakeDesk.switches[name] = 'closed';
      await expect(set(world, 'open')).rejects.toThrow(`the kill switch ${name}`);
      world.fakeDesk.switches[name] = 'unknown';
      await expect(set(world, 'open')).rejects.toThrow('the guard does not answer');
      expect(await set(world, 'close')).toMatchObject({ kind: 'there-already' });
      world.fakeDesk.switches[name] = 'open';
    }
    expect(world.callsOf('merchant/startBusiness')).toBe(0);
    // Who has just lifted a switch is not refused because of what was known before.
    expect(new Set(world.fakeDesk.switchAges)).toEqual(new Set([0]));
  });

  it('in shadow it is an intent, and another workflow may not ask for it', async () => {
    const world = await openActivityWorld();
    expect(await set(world, 'close', 'shadow')).toMatchObject({ kind: 'intent', status: 'open' });
    expect(world.callsOf('merchant/closeBusiness')).toBe(0);
    const adNumber = world.addAd({ price: '10.20' });
    const input: SetBusinessInput = { mode: 'sim', act: 'close' };
    const foreign = world.asAd(adNumber).run(world.acting.setBusiness, input);
    await expect(foreign).rejects.toThrow('only the workflow desk:');
  });
});
