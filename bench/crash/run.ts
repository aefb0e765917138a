/**
 * `npm run bench:crash`: twenty ads with long histories, their worker is killed (SIGKILL) and another started at once:
 * how long until each ad's next price (budget 10 s), and where the time goes. Takes one to two minutes. A measurement,
 * not a test.
 */
import { loadavg } from 'node:os';
import { readPhases, spreadOfSeconds } from './phases.ts';
import { measureReplay } from './replay-cost.ts';
import { killHard, say } from '../desk-world.ts';
import { openWorld, type CrashWorld } from './world.ts';

const minEvents = 500;

say(`load before: ${loadText()}`);
const world = await openWorld();
try {
  await world.startAds();
  await world.lengthenHistories(minEvents);
  say(await measureReplay(world));
  await measureCrash(world);
} finally {
  await world.close();
}

async function measureCrash(crashed: CrashWorld): Promise<void> {
  const loadAtKill = loadText();
  await killHard(crashed.worker().child);
  const killed = { atMs: Date.now(), elapsedMs: performance.now() };
  const next = crashed.startWorker();
  const pricedMs = await crashed.untilPriced(crashed.moveMarkets('10.02'), killed.elapsedMs);
  const cpuSeconds = next.cpuSeconds();
  const phases = [
    { name: 'the new worker is ready', sinceKillMs: [(await next.readyAtMs) - killed.atMs] },
    ...(await readPhases(crashed, killed.atMs)),
    { name: 'the price stands at the service', sinceKillMs: pricedMs },
  ];
  say(`from SIGKILL, in seconds (median, last of ${crashed.adCount} ads), at a load of ${loadAtKill}:`);
  for (const { name, sinceKillMs } of phases) say(`  ${name.padEnd(44)} ${spreadOfSeconds(sinceKillMs)}`);
  say(`CPU of the new worker until then: ${cpuSeconds === null ? 'not known here' : `${cpuSeconds.toFixed(1)} s`}`);
  say(`SIGKILL to the next price of ${crashed.adCount} ads: ${spreadOfSeconds(pricedMs)} s (budget 10 s)`);
}

function loadText(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
