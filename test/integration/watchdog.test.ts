import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runningWatchdogs } from '../../src/cli/door/watchdog-note.ts';
import { adControl, guardControl, leadControl, registerSearchAttributes, startAd } from '../../src/client/index.ts';
import { readDeskSight } from '../../src/client/watchdog/desk-sight.ts';
import { thrownIn } from '../../src/domain/guard/restriction.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { openRegister } from '../../src/register/open-register.ts';
import { runCommand } from '../../src/server/child-command.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { openHeldWire } from '../setup/wire/held-wire.ts';
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

const sightOf = ({ client }: DeskWorld) => readDeskSight(client, { account, group: account });

/** What the watchdogs of the world have kept. */
const memories = ({ env }: DeskWorld) => runningWatchdogs(env, account).map(({ memory }) => memory);

/** Waits until each of so many watchdogs holds to something. */
const each = (world: DeskWorld, count: number, holds: (memory: ReturnType<typeof memories>[number]) => boolean) =>
  until(
    `each of ${count} watchdogs holds to it`,
    () => memories(world),
    (found) => found.length === count && found.every(holds),
  );

/** A world on a server of its own, which the test may freeze or kill. */
async function openOwnServer() {
  const found = await findTemporalCli({ env: process.env, log: () => undefined });
  const server = await startTemporalServer({ cliPath: found.path, uiPort: null });
  onTestFinished(() => server.stop());
  const world = await openDeskWorld({ server: { address: server.address, namespace: 'default' } }, settings);
  await registerSearchAttributes(world.client);
  return { server, world };
}

/** Two ads that a worker keeps and looks at, and a watchdog that has seen that. */
async function openWatched(world: DeskWorld, part: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const worker = world.startWorker();
  const ads = await openAds(world);
  const looks = ({ lookedAtMs, ads: seen }: { lookedAtMs: number | null; ads: readonly unknown[] }) =>
    lookedAtMs !== null && seen.length === 2;
  await until('the desk says that it looks', () => sightOf(world), looks);
  const dog = world.startWatchdog(part, args);
  await each(world, 1, ({ sight }) => sight !== null && looks(sight));
  return { worker, dog, ...ads };
}

it('ADR 0034: a worker that stays frozen loses its ads, one that is frozen shortly does not, and a person alone brings them back', async () => {
  const world = await openDeskWorld({}, settings);
  const { client, simulator, market } = world;
  const { worker, dog, kept, own } = await openWatched(world);
  // Each of two watches for itself, and offline twice is offline.
  const dogs = [dog, world.startWatchdog()];
  await each(world, 2, ({ sight }) => sight !== null);

  process.kill(worker.pid, 'SIGSTOP');
  const { lookedAtMs } = await sightOf(world);
  await delay(freezeMs);
  process.kill(worker.pid, 'SIGCONT');
  await until(
    'it looks again',
    () => sightOf(world),
    (seen) => seen.lookedAtMs !== lookedAtMs,
  );
  expect([memories(world).map(({ lastAct }) => lastAct), statusesOf(simulator, kept)]).toEqual([
    [null, null],
    [0, 0],
  ]);

  process.kill(worker.pid, 'SIGSTOP');
  await until(
    'one has acted',
    () => memories(world),
    (found) => found.some(({ state }) => state.kind === 'acted'),
  );
  expect(await online(world)).toEqual([own]);

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
  await each(world, 2, ({ state }) => state.kind === 'watching');
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
  await Promise.all(dogs.map((one) => one.kill()));
  await adControl(client, account, first).online({ by: 'ana' });
  await until(
    'the ad is priced again',
    () => adControl(client, account, first).state(),
    ({ state, price }) => state.kind === 'running' && price === '10.19',
  );
  expect(await online(world)).toEqual([first, own]);
  expect(simulator.ledger()).toMatchObject({ callsOverLimit: 0, pricesInZone: 0 });
});

describe('ADR 0034: the watchdog acts without Temporal', () => {
  it('a server that is frozen: the ads go offline, the register has the switch, and the guard gets it when it answers', async () => {
    const { server, world } = await openOwnServer();
    onTestFinished(() => void process.kill(server.pid, 'SIGCONT'));
    const { worker, own } = await openWatched(world);

    process.kill(server.pid, 'SIGSTOP');
    await worker.kill();
    const [memory] = await each(world, 1, ({ state }) => state.kind === 'acted');
    expect(await online(world)).toEqual([own]);
    expect(memory?.owed).toMatchObject({ inRegister: true });
    const file = join(String(world.env['PEERDESK_STATE_DIR']), 'register-sim.sqlite');
    const register = await openRegister({ kind: 'sqlite', file, isSimulators: true }, { migrate: false });
    const restricted = await register.restrictions({ account });
    await register.close();
    expect(thrownIn(restricted, 'ads')).toMatchObject({ by: 'watchdog' });

    process.kill(server.pid, 'SIGCONT');
    await each(world, 1, ({ owed }) => owed === null);
    world.startWorker();
    const guard = guardControl(world.client, account);
    const { switches } = await until(
      'the guard answers',
      () => guard.state(),
      (view) => view.switches.ads !== null,
    );
    expect(switches.ads?.by).toBe('watchdog');
    expect(await online(world)).toEqual([own]);
  });

  it('a server that was killed: the ads go offline, although the worker lives', async () => {
    const { server, world } = await openOwnServer();
    const { own } = await openWatched(world);
    process.kill(server.pid, 'SIGKILL');
    await each(world, 1, ({ state }) => state.kind === 'acted');
    expect(await online(world)).toEqual([own]);
  });

  it('a namespace that is deleted: its workers end, and the ads go offline', async () => {
    const { server, world } = await openOwnServer();
    const { own } = await openWatched(world);
    const { path } = await findTemporalCli({ env: process.env, log: () => undefined });
    const args = ['operator', 'namespace', 'delete', '--namespace', 'default', '--yes', '--address', server.address];
    await runCommand([path, ...args], { env: process.env, timeoutMs: 20_000 });
    await each(world, 1, ({ state }) => state.kind === 'acted');
    expect(await online(world)).toEqual([own]);
  });

  it('its own way to Temporal is cut: a worker of its machine that looks keeps it from acting, until it is gone', async () => {
    const world = await openDeskWorld({}, settings);
    const wire = await openHeldWire(world.address);
    onTestFinished(() => wire.close());
    const { worker, kept, own } = await openWatched(world, { TEMPORAL_ADDRESS: wire.address });
    wire.hold();
    await delay(2.5 * settings.watchdogMs);
    expect(memories(world)).toMatchObject([{ state: { kind: 'watching' }, lastAct: null }]);
    expect(await online(world)).toEqual(expect.arrayContaining([...kept, own]));
    await worker.kill();
    await each(world, 1, ({ state }) => state.kind === 'acted');
    expect(await online(world)).toEqual([own]);
  });

  it('it starts without one, says so at its health port, and ends at once when it is asked to', async () => {
    const world = await openDeskWorld({}, settings);
    const dog = world.startWatchdog({ TEMPORAL_ADDRESS: '127.0.0.1:9' }, ['--health-port', '0']);
    const [, port] = await until(
      'it is ready',
      async () => /watchdog ready: .* health on port (\d+)/.exec(await world.log()) ?? [],
      ([ready]) => ready !== undefined,
    );
    // Its first look is on its way when it is ready.
    const { status, said } = await until(
      'it says what keeps it from its work',
      async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
        return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
      },
      (answer) => answer.status === 503,
    );
    expect([status, said]).toMatchObject([503, { [`account ${account}`]: 'cannot judge: Temporal does not answer' }]);
    process.kill(dog.pid, 'SIGTERM');
    await until(
      'it has ended',
      () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null),
      (still) => still === null,
    );
  });
});

it('ADR 0034: a watchdog that is killed in the middle of its act finishes it when it is started again', async () => {
  const world = await openDeskWorld({}, settings);
  const { worker, dog, own } = await openWatched(world);
  world.simulator.setFaults([{ operation: 'updateStatus', fault: { kind: 'error', code: 83_229 } }]);
  await worker.kill();
  await each(world, 1, ({ state }) => state.kind === 'acting' && state.why !== null);
  await dog.kill();
  world.simulator.setFaults([]);
  world.startWatchdog();
  await each(world, 1, ({ state }) => state.kind === 'acted');
  expect(await online(world)).toEqual([own]);
});
