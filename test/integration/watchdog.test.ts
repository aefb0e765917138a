import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { adControl, guardControl, leadControl, startAd } from '../../src/client/index.ts';
import { readDeskSight } from '../../src/client/watchdog/desk-sight.ts';
import { watchdogControl } from '../../src/client/watchdog/watchdog-client.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';
import { liftSwitch } from './operations-world.ts';

const limits = { floor: '9.00', ceiling: '11.00' };
const rules = pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits });
const settings = { ...quickSettings, watchdogMs: 10_000 };
const freezeMs = 5_000;

/** Two ads that the desk keeps, and one that is the merchant's own. */
async function openAds({ client, simulator }: DeskWorld): Promise<{ kept: string[]; own: string }> {
  const add = (side: 'SELL' | 'BUY', price: string): string =>
    simulator.ads.add({ account, side, asset: 'USDT', fiat: 'BOB', price });
  const kept = [add('SELL', '10.40'), add('BUY', '9.60')];
  for (const adNumber of kept) await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
  return { kept, own: add('SELL', '10.90') };
}

async function online({ baseUrl }: DeskWorld): Promise<string[]> {
  const ads = (await (await fetch(`${baseUrl}/_sim/ads`)).json()) as { advNo: string; status: number }[];
  return ads.filter(({ status }) => status === SimAdStatus.ONLINE).map(({ advNo }) => advNo);
}

/** How often the service was told a status of each ad, and carried it out. */
function statusesOf(simulator: DeskWorld['simulator'], adNumbers: readonly string[]): number[] {
  const told = simulator.ledger().entries.filter(({ kind }) => kind === 'ad-status');
  return adNumbers.map((wanted) => told.filter(({ adNumber }) => adNumber === wanted).length);
}

it('ADR 0034: a worker that stays frozen loses its ads, one that is frozen shortly does not, and a person alone brings them back', async () => {
  const world = await openDeskWorld({}, settings);
  const { client, simulator, market } = world;
  const statusCalls: string[] = [];
  simulator.on((event) => {
    if (event.type === 'request' && event.operation === 'ads/updateStatus') statusCalls.push(event.operation);
  });
  const worker = world.startWorker();
  const { kept, own } = await openAds(world);
  const sight = () => readDeskSight(client, { account, group: account });
  await until('the desk says that it looks', sight, ({ lookedAtMs, ads }) => lookedAtMs !== null && ads.length === 2);
  // Two of them are one.
  const dogs = [world.startWatchdog(), world.startWatchdog()];
  const watchdog = watchdogControl(client, { account, group: account });
  await until(
    'two watch',
    () => watchdog.processes(),
    ({ length }) => length === 2,
  );

  process.kill(worker.pid, 'SIGSTOP');
  const { lookedAtMs } = await sight();
  await delay(freezeMs);
  process.kill(worker.pid, 'SIGCONT');
  await until('it looks again', sight, (seen) => seen.lookedAtMs !== lookedAtMs);
  expect([(await watchdog.state()).lastAct, statusCalls]).toEqual([null, []]);

  process.kill(worker.pid, 'SIGSTOP');
  await until(
    'it has acted',
    () => watchdog.state(),
    ({ state }) => state.kind === 'acted',
  );
  expect([await online(world), statusCalls.length]).toEqual([[own], 1]);

  process.kill(worker.pid, 'SIGCONT');
  market.move('10.00', '10.20', '9.80');
  const ads = kept.map((adNumber) => adControl(client, account, adNumber));
  for (const ad of ads) {
    const view = await until(
      'the ad says why it is offline',
      () => ad.state(),
      ({ state, why }) => state.kind === 'offline' && why.startsWith('taken offline'),
    );
    expect(view.state).toMatchObject({ cause: 'command', by: 'kill switch ads (watchdog)' });
    expect(view.why).toContain('the watchdog takes the ads offline: no market was looked at since');
  }
  await until(
    'a process leads',
    () => leadControl(client, account).holder(),
    (holder) => holder !== null,
  );
  // The leader was frozen until now: a busy machine needs its time.
  const guard = guardControl(client, account).within(60_000);
  expect((await guard.state()).switches.ads?.by).toBe('watchdog');
  expect(await online(world)).toEqual([own]);

  await liftSwitch(world, 'ads');
  await until(
    'it watches again',
    () => watchdog.state(),
    ({ state }) => state.kind === 'watching',
  );
  expect(await online(world)).toEqual([own]);
  const [first = ''] = kept;
  // Ads that ask at the same moment share a call, and one that a command interrupts asks again: the ads count, not the calls.
  await until(
    'each ad has made sure',
    async () => statusesOf(simulator, kept),
    (times) => times.every((n) => n > 1),
  );
  expect(await online(world)).toEqual([own]);
  // A busy machine may need longer than the limit for its first look, and they would rightly act again.
  await Promise.all(dogs.map((dog) => dog.kill()));
  await adControl(client, account, first).online({ by: 'ana' });
  await until(
    'the ad is priced again',
    () => adControl(client, account, first).state(),
    ({ state, price }) => state.kind === 'running' && price === '10.19',
  );
  expect(await online(world)).toEqual([first, own]);
  expect(simulator.ledger()).toMatchObject({ callsOverLimit: 0, pricesInZone: 0 });
});
