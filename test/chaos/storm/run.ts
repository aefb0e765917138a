/**
 * `npm run storm`: what can go wrong, one thing after the other, by hand. First processes that die, freeze or are told to
 * stop in the middle of a release or a cancellation (`--deaths N --cancels N --kills N --freezes N --seed N`; 0 leaves one out). Every category of refusal once, a 429, a ban,
 * killed and frozen workers, a server that restarts, a watchdog that must not act and one that must. It ends with every
 * ad at its price, nothing called during the ban, and the timeline of each ad from Temporal's histories, which has to name
 * who took what off the market and put it back. Exit code 1: something did not come true, or a fault struck no call.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { adControl, auditTrail, guardControl } from '../../../src/client/index.ts';
import { runningWatchdogs } from '../../../src/cli/door/watchdog-note.ts';
import { newWatchdog, type WatchdogMemory } from '../../../src/domain/watchdog/watchdog-state.ts';
import { errorTable } from '../../../src/exchange/table/error-table.ts';
import type { FaultScript } from '../../../src/simulator/world/fault-script.ts';
import { runDeathPhase } from '../deaths/phase.ts';
import { account, kill, openStorm, until, type StormWorld } from './storm-world.ts';

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const startMs = Date.now();

/** Moves all markets and waits until every ad stands one tick below. */
function followed(world: StormWorld): (what: string) => Promise<void> {
  let cents = 1_030;
  return async (what) => {
    cents = cents === 1_030 ? 1_025 : 1_030;
    const price = world.markets.move((cents / 100).toFixed(2));
    await until(what, world.online, (ads) => world.adNumbers.every((adNumber) => ads.get(adNumber) === price));
    say(`${what}: all ${world.adNumbers.length} ads at ${price}`);
  };
}

const rangeText = 'The price is not in the price range 9.00 - 11.00.';

/** One code of each category, at the price write of the first ad; and what no table knows. */
function refusals(adNumber: string): [string, FaultScript][] {
  const first = new Map(errorTable.map(({ category, code }) => [category as string, Number(code)]));
  const when = { nth: 1, adNumber };
  const one = (code: number): FaultScript => [{ operation: 'update', when, fault: { kind: 'error', code } }];
  return [
    ...[...first].map(([category, code]): [string, FaultScript] => [`${category} (${code})`, one(code)]),
    ['UNKNOWN (-7777)', one(-7_777)],
    [
      'PRICE_RANGE_LIMIT (-9000)',
      [{ operation: 'update', when, fault: { kind: 'error', code: -9_000, message: rangeText } }],
    ],
    [
      'RATE_LIMITED (429)',
      [{ operation: '*', when: { nth: 1 }, fault: { kind: 'http', status: 429, retryAfterS: 2 } }],
    ],
    ['NOT_FOUND (404)', [{ operation: 'update', when, fault: { kind: 'http', status: 404 } }]],
    ['a lost answer', [{ operation: 'update', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } }]],
  ];
}

async function storm(world: StormWorld): Promise<void> {
  const { client, simulator, adNumbers } = world;
  const follow = followed(world);
  const memory = (): WatchdogMemory => runningWatchdogs(world.env, account)[0]?.memory ?? newWatchdog;
  const calm = (what: string): void => {
    const { lastAct } = memory();
    if (lastAct !== null) throw new Error(`the watchdog acted: ${what}`);
  };
  let worker = world.start('worker');
  world.start('watchdog');
  await follow('calm');
  const [adNumber = ''] = adNumbers;
  for (const [name, script] of refusals(adNumber)) {
    const before = await world.struck();
    simulator.setFaults(script);
    if (name.startsWith('AD_OFFLINE')) await refusedOffline(world, adNumber);
    await follow(name);
    if ((await world.struck()) === before) throw new Error(`${name}: no call was struck`);
  }
  simulator.setFaults([]);

  await kill(worker);
  worker = world.start('worker');
  await follow('a killed worker');
  const successor = world.start('worker');
  await delay(8_000);
  worker.kill('SIGSTOP');
  await delay(30_000);
  await follow('a worker frozen for 30 s, beside its successor');
  worker.kill('SIGCONT');
  await follow('the frozen worker thawed');
  await world.restartServer(5_000);
  await follow('a restart of Temporal');
  simulator.ban(25_000);
  say('banned for 25 s');
  await delay(26_000);
  await follow('the end of the ban');
  calm('a storm that ended each time');

  await Promise.all([kill(worker), kill(successor)]);
  say('every worker is gone');
  await until(
    'the watchdog has acted',
    async () => memory(),
    ({ state }) => state.kind === 'acted',
  );
  await until('all ads are offline', world.online, ({ size }) => size === 0);
  say('the watchdog has taken all ads offline');
  world.start('worker');
  const guard = guardControl(client, account);
  await until(
    'the switch is engaged',
    () => guard.state(),
    ({ switches }) => switches.ads?.by === 'watchdog',
  );
  // A switch that is lifted before a worker was found reaches no ad (ADR 0034).
  await until(
    'each ad was notified',
    async () => linesOf(await trail(world)),
    (lines) => takenOff(world).every((line) => lines.includes(line)),
  );
  await world.lift('ads');
  await until(
    'it watches again',
    async () => memory(),
    ({ state }) => state.kind === 'watching',
  );
  if ((await world.online()).size > 0) throw new Error('an ad came back by itself');
  for (const one of adNumbers) await putOnline(world, one);
  await follow('ads that a person put online again');
}

/** The service says that the business is closed: only a person's resume goes on. */
async function refusedOffline(world: StormWorld, adNumber: string): Promise<void> {
  const ad = adControl(world.client, account, adNumber);
  world.markets.move('10.20');
  await until(
    'the ad waits for a person',
    () => ad.state(),
    ({ state }) => state.kind === 'offline',
  );
  await ad.resume({ by: 'storm' });
}

/** The ad keeps off the market by its own wish: only this command prices it again, also when someone puts it online in the app. */
async function putOnline({ client }: StormWorld, adNumber: string): Promise<void> {
  const ad = adControl(client, account, adNumber);
  await until(
    'the ad knows that it is offline',
    () => ad.state(),
    ({ state }) => state.kind === 'offline',
  );
  await ad.online({ by: 'storm' });
}

type Entry = Awaited<ReturnType<typeof auditTrail>>['entries'][number];

async function trail({ client }: StormWorld): Promise<readonly Entry[]> {
  const query = `PeerdeskAccount = '${account}'`;
  return (await auditTrail(client, { query, sinceMs: startMs, maxRuns: 200 })).entries;
}

const linesOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ kind, subject, what, by }) => [kind, subject, what, by ?? '-'].join(' '));

const takenOff = ({ adNumbers }: StormWorld): string[] =>
  adNumbers.map((one) => `ad ${one} offline kill switch ads (watchdog)`);

/** What the histories tell of each ad, and of the guard. Throws when they do not tell who did what. */
async function timeline(world: StormWorld): Promise<void> {
  const { adNumbers } = world;
  const entries = await trail(world);
  for (const { atMs, kind, subject, what, by, detail } of entries) {
    say(`  ${new Date(atMs).toISOString().slice(11, 19)} ${kind} ${subject} ${what} by ${by ?? '-'} ${detail}`);
  }
  const told = linesOf(entries);
  const story = [
    `ad ${adNumbers[0]} resume storm`,
    'guard  killSwitch watchdog',
    'guard  killSwitch storm',
    ...takenOff(world),
    ...adNumbers.map((one) => `ad ${one} online storm`),
  ];
  const missing = story.filter((line) => !told.includes(line));
  if (missing.length > 0) throw new Error(`the histories do not tell: ${missing.join('; ')}`);
}

const { values } = parseArgs({
  options: {
    deaths: { type: 'string', default: '200' },
    cancels: { type: 'string', default: '100' },
    kills: { type: 'string', default: '200' },
    freezes: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const { deaths, cancels, kills, freezes, seed } = values;
const rounds = {
  deaths: Number(deaths),
  cancels: Number(cancels),
  kills: Number(kills),
  freezes: Number(freezes),
  seed: Number(seed),
};
const faults = await runDeathPhase(rounds, say);
for (const fault of faults) say(`NOT ok: ${fault}`);
const world = await openStorm();
try {
  await storm(world);
  await timeline(world);
  const { reprices, requests, callsDuringBan, callsOverLimit, pricesInZone, pricesOutsideLimits, entries } =
    world.simulator.ledger();
  for (const adNumber of world.adNumbers) {
    const own = entries.filter((entry) => entry.adNumber === adNumber);
    const told = own.map(
      ({ atMs, kind, price }) => `${new Date(atMs).toISOString().slice(11, 19)} ${kind} ${price ?? ''}`,
    );
    say(`ad ${adNumber}: ${told.join(', ')}`);
  }
  const wrong = { callsDuringBan, callsOverLimit, pricesInZone, pricesOutsideLimits };
  say(JSON.stringify({ reprices, requests, ...wrong }));
  const isWrong = faults.length > 0 || Object.values(wrong).some((count) => count > 0);
  say(isWrong ? 'NOT ok' : 'ok: all ads at their prices, nothing called during the ban');
  process.exitCode = isWrong ? 1 : 0;
} catch (error) {
  say(`NOT ok: ${String(error)}`);
  process.exitCode = 1;
} finally {
  await world.close();
}
