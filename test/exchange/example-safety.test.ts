import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptGate, release } from '../../examples/exchange-safety.ts';
import { createExchangeClient, createOneTimeCodes } from '../../src/exchange/index.ts';
import { deskAccount, openWorld } from '../simulator/sim-fixture.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { clientFor } from './fixtures.ts';
import { failure, startRecorder } from './recorder.ts';

const seed = 'JBSWY3DPEHPK3PXP';

describe('examples/exchange-safety.ts does what it says', () => {
  it('a ban outlives the process that met it', async () => {
    const recorder = await startRecorder(() => failure(-1003, 'banned', 418));
    const file = join(await temporaryDirectory(), 'gate.json');
    const first = clientFor(recorder.baseUrl, { gate: keptGate(file) });
    await expect(first.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN', sent: 'yes' });
    await first.close();
    const second = clientFor(recorder.baseUrl, { gate: keptGate(file) });
    await expect(second.ads.getDetailByNo('1')).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    expect(recorder.requests).toHaveLength(1);
    await second.close();
    await recorder.close();
  });

  it('a release is made once, and an unsure outcome is reported as unsure', async () => {
    const world = await openWorld({ requireReleaseCode: true });
    const { baseUrl, clock } = world;
    const client = createExchangeClient({ baseUrl, credentials: deskAccount, clock });
    const stranger = createExchangeClient({ baseUrl, credentials: { ...deskAccount, apiSecret: 'wrong' }, clock });
    world.clock.advance(Date.now() - world.clock.now());
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    // Each call has a source with a step of its own, so that none waits for the next half minute.
    let step = 0;
    const codes = () => {
      const nowMs = 1_768_000_000_000 - (1_768_000_000_000 % 30_000) + 30_000 * (step += 1);
      return createOneTimeCodes({ seed, clock: { now: () => nowMs } });
    };
    const attempt = (by = client) => release(by, codes(), orderNumber);
    expect(await attempt(stranger)).toBe('refused');
    // A code outside the interface's table proves nothing, although this one means that the order is not paid.
    expect(await attempt()).toBe('unknown');
    world.simulator.counterparties.pay(orderNumber);
    expect(await attempt()).toBe('released');
    expect(await attempt()).toBe('unknown');
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, doubleReleases: 0 });
    await Promise.all([client.close(), stranger.close()]);
  });
});
