import { setTimeout as delay } from 'node:timers/promises';
import { takePicture } from './demo-picture.ts';
import { summarise } from './demo-summary.ts';
import { startDemoTeller } from './demo-teller.ts';
import { endOrphans, findRunningDemo, withdrawDemo } from './running-demo.ts';
import { say, startDemo, type Demo, type Ending } from './start-demo.ts';
import type { UpOptions } from './up-options.ts';

const pictureIntervalMs = 1_000;
/** At the end no more people arrive, and steps under way get this long to finish. */
const drainMs = 5_000;

/**
 * Runs the desk on a simulated marketplace until Ctrl-C or the end of `--for`. Returns the exit code: 0 when the ledger
 * is correct and every order is accounted for. Rejects when a part cannot be started.
 */
export async function runUp(options: UpOptions): Promise<number> {
  // The files of the demo and its children (a database of histories, keys, logs) are for their owner only.
  process.umask(0o077);
  const running = findRunningDemo();
  if (running !== null) {
    say(`a demo runs already (process ${running.pid}): its Web UI is ${running.uiUrl}; end it with Ctrl-C there`);
    return 1;
  }
  if (await endOrphans()) say('ended what an earlier demo had left running');
  const stop = stopSignal();
  const endings: Ending[] = [];
  try {
    return await runDemo(options, stop, endings);
  } catch (error) {
    if (stop.aborted) return 1;
    throw error;
  } finally {
    for (const end of endings.toReversed()) await end();
    withdrawDemo();
  }
}

/** Aborts at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
function stopSignal(): AbortSignal {
  const abort = new AbortController();
  const stop = (): void => {
    if (abort.signal.aborted) process.exit(130);
    say('stopping: once more to end at once');
    abort.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return abort.signal;
}

async function runDemo(options: UpOptions, stop: AbortSignal, endings: Ending[]): Promise<number> {
  const demo = await startDemo(options, endings);
  const { marketplace, peerdesk } = demo;
  const endTeller = startDemoTeller(peerdesk.client, marketplace.simulator);
  const limitMs = options.forMs === null ? null : Math.max(0, options.forMs - drainMs);
  await showUntil(demo, stop, limitMs);
  marketplace.population.stop();
  if (options.forMs !== null) await delay(drainMs);
  await endTeller();
  const summary = await summarise({
    client: peerdesk.client,
    simulator: marketplace.simulator,
    ads: marketplace.deskAds.length,
    workerRestarts: demo.workerRestarts(),
    startedAtMs: demo.startedAtMs,
    seed: options.seed,
    market: marketplace.marketInfo.description,
  });
  demo.screen.summary(summary);
  return summary.ok ? 0 : 1;
}

/** Shows the desk until it is stopped or the time is over. */
async function showUntil(demo: Demo, stop: AbortSignal, limitMs: number | null): Promise<void> {
  const { screen, peerdesk, marketplace, uiUrl, options } = demo;
  const endAtMs = limitMs === null ? Number.POSITIVE_INFINITY : Date.now() + limitMs;
  const heading = `Peerdesk demo · Web UI ${uiUrl} · seed ${options.seed} · Ctrl-C ends it`;
  const source = { client: peerdesk.client, simulator: marketplace.simulator, deskAds: marketplace.deskAds, heading };
  while (!stop.aborted && Date.now() < endAtMs) {
    if (screen.isLive) screen.picture(await takePicture(source));
    await delay(Math.min(pictureIntervalMs, Math.max(0, endAtMs - Date.now())), undefined, { signal: stop }).catch(
      ended,
    );
  }
}

/** A wait that the stop cut short is over, nothing more. */
function ended(): void {
  return undefined;
}
