import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { runSimulator, type RunningSimulator } from '../../simulator/standalone.ts';
import type { SimEvent } from '../../simulator/world/sim-event.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { accountOf } from '../session/effective-environment.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { textTable } from '../text/text-table.ts';
import { createProcessLog, logLevelOf } from './process-log.ts';
import { listenForShutdown } from './shutdown-signal.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { readCredentials } from '../../config/environment/service-environment.ts';
import { simulatorOptions } from '../options/process-options.ts';

type SimulatorOptions = OptionsOf<typeof simulatorOptions>;

/** `peerdesk simulator`: serves the marketplace stand-in until it is stopped. */
export const simulator: CommandRun = async (call, context) => {
  const options = readOptions(simulatorOptions, call);
  const account = accountOf(options.account, context.env);
  const keys = accountKeys(context.env);
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env, 'warn'), base: {} });
  const shutdown = listenForShutdown();
  const running = await runSimulator({
    host: options.host,
    port: options.port,
    seed: options.seed,
    speed: options.speed,
    marketFile: options.market === undefined ? null : resolve(options.market),
    pair: options.pair ?? null,
    priceScale: options.scale ?? null,
    ordersPerMinute: options.ordersPerMinute,
    faults: options.faults,
    stateFile: options.stateFile === undefined ? null : resolve(options.stateFile),
    account: { name: account, apiKey: keys.apiKey, apiSecret: keys.apiSecret },
  });
  running.simulator.on(eventLog(logger));
  try {
    sayReady(context, options, { running, account, keys });
    await shutdown.requested;
  } finally {
    await running.close();
    shutdown.release();
  }
  return undefined;
};

/** A turned-away request is a warning, what happens on the market is information, every request is for debugging. */
function eventLog(logger: Logger): (event: SimEvent) => void {
  return (event) => {
    const { type, ...fields } = event;
    const isTurnedAway = event.type === 'request' && turnedAway.has(event.status);
    const level = event.type !== 'request' ? 'info' : isTurnedAway ? 'warn' : 'debug';
    logger[level]({ event: type, ...fields }, type);
  };
}

const turnedAway = new Set([418, 429]);

interface AccountKeys {
  apiKey: string;
  apiSecret: string;
  /** Created for this run, so it must be shown; keys of the environment never are. */
  isNew: boolean;
}

function accountKeys(env: Environment): AccountKeys {
  const names = ['PEERDESK_API_KEY', 'PEERDESK_API_SECRET'].flatMap((name) => [name, `${name}_FILE`]);
  if (names.some((name) => (env[name] ?? '') !== '')) return { ...readCredentials(env), isNew: false };
  return { apiKey: randomBytes(16).toString('hex'), apiSecret: randomBytes(32).toString('hex'), isNew: true };
}

interface Ready {
  running: RunningSimulator;
  account: string;
  keys: AccountKeys;
}

function sayReady({ stdout }: CommandContext, { json }: SimulatorOptions, ready: Ready): void {
  stdout.write(json ? `${printableJsonLine(readyData(ready))}\n` : `${readyText(ready)}\n`);
}

function readyData({ running, account, keys }: Ready) {
  const { baseUrl, port, marketInfo } = running;
  const shown = keys.isNew ? { apiKey: keys.apiKey, apiSecret: keys.apiSecret } : {};
  return { event: 'ready', baseUrl, port, account, ...shown, market: marketInfo, ads: adsOf(running) };
}

function adsOf({ deskAds }: RunningSimulator) {
  return deskAds.map(({ asset, fiat, ...ad }) => ({ ...ad, pair: `${asset}/${fiat}` }));
}

function readyText({ running, account, keys }: Ready): string {
  const table = textTable(
    [
      { title: 'AD', cell: (ad) => ad.adNumber },
      { title: 'SIDE', cell: (ad) => ad.side },
      { title: 'PAIR', cell: (ad) => ad.pair },
      { title: 'FLOOR', cell: (ad) => ad.floor, align: 'right' },
      { title: 'CEILING', cell: (ad) => ad.ceiling, align: 'right' },
    ],
    adsOf(running),
  );
  return [
    `simulator ready at ${running.baseUrl}: account ${account}, ${running.marketInfo.description}`,
    `  export PEERDESK_BASE_URL=${running.baseUrl}`,
    ...(keys.isNew
      ? [`  export PEERDESK_API_KEY=${keys.apiKey}`, `  export PEERDESK_API_SECRET=${keys.apiSecret}`]
      : []),
    table,
  ].join('\n');
}
