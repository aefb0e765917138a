import { expect, it } from 'vitest';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { account, openDeskWorld, until } from './desk-harness.ts';
import { json, operatorOf } from './operator.ts';

it('a week away: what `ad offline --all` took off comes back by `ad online --all`, also after the desk was stopped; what the merchant took off in the app stays', async () => {
  const world = await openDeskWorld();
  const peerdesk = operatorOf(world);
  const limits = { floor: '9.50', ceiling: '10.50' };
  const ads = world.simulator.ads;
  const kept = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20', limits });
  const inApp = ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.80', limits });
  const statusOf = (ad: string) => world.simulator.snapshot().ads.find(({ advNo }) => advNo === ad)?.status;
  const keep = async (ad: string): Promise<void> => {
    const started = await peerdesk('ad', 'start', ad, 'limits.floor=9.50', 'limits.ceiling=10.50');
    expect(started).toMatchObject({ exitCode: 0 });
  };
  const stateOf = async (ad: string) =>
    json(await peerdesk('ad', 'show', ad, '--json')) as { state: { kind: string; cause?: string } };
  await world.runWorker();
  expect((await peerdesk('desk', 'start')).exitCode).toBe(0);
  for (const ad of [kept, inApp]) await keep(ad);
  await fetch(`${world.env['PEERDESK_BASE_URL']}/_sim/ads/${inApp}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'offline' }),
  });
  expect(statusOf(inApp)).toBe(SimAdStatus.OFFLINE);
  await until(
    'the desk has seen what the merchant did',
    () => stateOf(inApp),
    ({ state }) => state.kind === 'offline',
  );
  expect((await peerdesk('ad', 'offline', kept, '--by', 'ana')).exitCode).toBe(0);
  expect(statusOf(kept)).toBe(SimAdStatus.OFFLINE);
  const stopped = await peerdesk('desk', 'stop', '--with-ads');
  expect(stopped.stdout).toContain('nothing is left running');
  expect(stopped.stdout).toContain('taken offline by `ad online` then (`peerdesk ad online --help`)');

  // The week is over: what `config apply` does for a desk and its ads.
  expect((await peerdesk('desk', 'start')).exitCode).toBe(0);
  for (const ad of [kept, inApp]) await keep(ad);
  for (const ad of [kept, inApp]) {
    await until(
      'the new desk sees the ad as it stands',
      () => stateOf(ad),
      ({ state }) => state.kind === 'offline' && state.cause === 'ad',
    );
  }
  const back = await peerdesk('ad', 'online', '--all', '--by', 'ana');
  expect(back.stdout).toMatch(new RegExp(`^ad ${kept}: .* \\(running\\)`, 'm'));
  expect(back.stdout).toMatch(new RegExp(`^ad ${inApp}: .*left as it is: this desk did not take it offline`, 'm'));
  await until(
    'the ad is online again',
    async () => statusOf(kept),
    (status) => status === SimAdStatus.ONLINE,
  );
  expect(statusOf(inApp)).toBe(SimAdStatus.OFFLINE);
});
