import { join } from 'node:path';
import { connectTemporal, registerSearchAttributes, type PeerdeskConnection } from '../../client/index.ts';
import { childEnvironment } from '../../server/child-environment.ts';
import { findTemporalCli } from '../../server/find-server.ts';
import { acceptsConnections } from '../../server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../server/temporal-server.ts';
import type { RunningSimulator } from '../../simulator/standalone.ts';
import { searchAttributeKeys } from '../../workflows/contract/definitions.ts';
import { demoAccount, demoSettings, settingsEnvironment, startDemoDesk, untilDeskAnswers } from './demo-desk.ts';
import { openDemoHome, type DemoHome } from './demo-home.ts';
import { startDemoMarketplace } from './demo-marketplace.ts';
import { createDemoScreen, type DemoScreen } from './demo-screen.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { startDemoWorker, type DemoWorker } from './demo-worker.ts';
import { endText } from '../../server/kept-child.ts';
import { reportDownload } from '../text/report-download.ts';
import { sayProgress } from '../text/progress.ts';
import { announceDemo } from './running-demo.ts';
import type { UpOptions } from './up-options.ts';

const usualPort = 7233;
const usualUiPort = 8233;
const deskStartLimitMs = 90_000;

/** Ends a part of the demo; the last started part ends first. */
export type Ending = () => Promise<void>;

/** What the table, the summary and the end of a demo need of its parts. */
export interface Demo {
  options: UpOptions;
  screen: DemoScreen;
  uiUrl: string;
  marketplace: RunningSimulator;
  peerdesk: PeerdeskConnection;
  workerRestarts: () => number;
  startedAtMs: number;
}

/** A message for people: stdout belongs to the demo's data. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * Starts every part of the demo: Temporal, the marketplace, the desk and its ads, the worker. Each pushes its ending as
 * soon as it runs, so that a failed start leaves nothing behind. Rejects when a part cannot be started.
 */
export async function startDemo(options: UpOptions, endings: Ending[]): Promise<Demo> {
  const startedAtMs = Date.now();
  const home = openDemoHome(options);
  const screen = createDemoScreen(options.json, process.stdout);
  // The market first: an unreadable recording must be reported before anything is fetched or started.
  const marketplace = await startDemoMarketplace(options, home, screen);
  endings.push(() => marketplace.close());
  const server = await startTemporal(options, home);
  endings.push(() => server.stop());
  const uiUrl = server.uiUrl ?? '';
  screen.open(uiUrl);
  if (options.json) say(`Web UI: ${uiUrl}`);
  const peerdesk = await connectTemporal({ address: server.address, namespace: 'default' });
  endings.push(() => peerdesk.close());
  await registerSearchAttributes(peerdesk.client);
  await startDemoDesk(peerdesk.client, marketplace.deskAds);
  const place = { server, home, marketplace, startedAtMs, options };
  const { worker, restarts } = runWorker(place, screen);
  endings.push(() => worker.stop().then(() => undefined));
  await during('starting the worker, which bundles the workflows the first time', () =>
    untilDeskAnswers(peerdesk.client, deskStartLimitMs),
  );
  say(`Market: ${marketplace.marketInfo.description}`);
  say(`Try in another terminal: npx peerdesk ad list · npx peerdesk order list · npx peerdesk temporal workflow list`);
  return { options, screen, uiUrl, marketplace, peerdesk, workerRestarts: restarts, startedAtMs };
}

async function startTemporal(options: UpOptions, home: DemoHome): Promise<TemporalServer> {
  const { path } = await findTemporalCli({ env: process.env, log: reportDownload(process) });
  return await during('starting the Temporal server', () => startServer(path, options, home));
}

/** Says that a part is being started: a quiet minute looks like a fault. */
async function during<T>(what: string, start: () => Promise<T>): Promise<T> {
  const end = sayProgress(process, what);
  try {
    return await start();
  } finally {
    end();
  }
}

async function startServer(path: string, options: UpOptions, home: DemoHome): Promise<TemporalServer> {
  return startTemporalServer({
    cliPath: path,
    env: process.env,
    dbFile: home.temporalDb,
    logFile: home.temporalLog,
    port: options.port ?? (await usualOrFree(usualPort)),
    uiPort: options.uiPort ?? (await usualOrFree(usualUiPort)),
    searchAttributes: searchAttributeKeys,
  });
}

/** Returns the usual port, or 0 (any free one) when a program already listens on it. */
async function usualOrFree(port: number): Promise<number> {
  return (await acceptsConnections(port, '127.0.0.1')) ? 0 : port;
}

interface WorkerPlace {
  server: TemporalServer;
  home: DemoHome;
  marketplace: RunningSimulator;
  startedAtMs: number;
  options: UpOptions;
}

function runWorker(place: WorkerPlace, screen: DemoScreen): { worker: DemoWorker; restarts: () => number } {
  const { home } = place;
  let restarts = 0;
  const worker = startDemoWorker({
    env: workerEnvironment(place),
    logFile: home.workerLog,
    onStart: (workerPid) => announce(place, workerPid),
    onLost: (reason) => {
      restarts += 1;
      const advice =
        reason === endText({ code: ExitCode.REFUSED, signal: null })
          ? ` (${home.workerLog} says why; --fresh starts over)`
          : '';
      const text = `ended (${reason}); starting it again${advice}`;
      screen.event({ atMs: Date.now(), kind: 'worker', subject: demoAccount, text });
    },
  });
  return { worker, restarts: () => restarts };
}

function announce({ server, home, marketplace, startedAtMs }: WorkerPlace, workerPid: number): void {
  announceDemo({
    pid: process.pid,
    temporalPid: server.pid,
    workerPid,
    temporalAddress: server.address,
    uiUrl: server.uiUrl ?? '',
    baseUrl: marketplace.baseUrl,
    account: demoAccount,
    ...home.keys,
    stateDir: join(home.folder, 'state'),
    startedAtMs,
  });
}

function workerEnvironment({ server, home, marketplace, options }: WorkerPlace): NodeJS.ProcessEnv {
  return {
    ...childEnvironment(process.env),
    ...settingsEnvironment(demoSettings),
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: 'default',
    PEERDESK_ACCOUNT: demoAccount,
    PEERDESK_LOG_LEVEL: options.logLevel,
    PEERDESK_BASE_URL: marketplace.baseUrl,
    PEERDESK_API_KEY: home.keys.apiKey,
    PEERDESK_API_SECRET: home.keys.apiSecret,
    PEERDESK_STATE_DIR: join(home.folder, 'state'),
  };
}
