import { readCodec } from '../../codec/codec-environment.ts';
import { deadManLimits } from '../../domain/watchdog/dead-man.ts';
import { cacheDirs } from '../../server/cache-dir.ts';
import { installTemporalRuntime } from '../../workers/log/logger.ts';
import { proveSimulator } from '../../workers/permission/simulator-proof.ts';
import { runWatchdog } from '../../workers/watchdog/run-watchdog.ts';
import { watchdogTaskQueue } from '../../workflows/contract/task-queues.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { durationText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { createProcessLog, logLevelOf } from '../process/process-log.ts';
import { listenForEnd } from '../process/process-end.ts';
import { agreedPlan, mayWrite, refuseUnagreed } from '../reload/agreed-plan.ts';
import { readWorkerPlan, type WorkerPlan } from '../reload/worker-plan.ts';
import {
  refuseClosedPort,
  refusePlainTemporal,
  withoutSilence,
  workerTemporalAddress,
} from '../session/temporal-address.ts';
import { lookOnce } from './watchdog-look.ts';
import { readOptions } from '../kit/option-values.ts';
import { watchdogOptions } from '../options/watchdog-options.ts';

/** `peerdesk watchdog`: takes the ads offline when no process looks; with --once it looks, and acts on nothing. */
export const watchdog: CommandRun = async (call, context) => {
  const options = readOptions(watchdogOptions, call);
  const wanted = readWorkerPlan(options, context);
  const address = await workerTemporalAddress(wanted.env, { isSimulator: () => areSimulators(wanted) });
  refusePlainTemporal(wanted.env, { address, allowLive: mayWrite(wanted.config) });
  // It obeys what comes from Temporal as a worker does: no looser than a person has agreed to.
  const { plan, held } = agreedPlan(wanted, context.env);
  const { config, env } = plan;
  refuseUnagreed(env, { address, config });
  await refuseClosedPort(address, context.fileOption);
  if (options.once) return lookOnce(context, { config, temporal: { address, env }, json: options.json });
  const base = { service: new URL(config.accounts[0].baseUrl).host, role: 'watchdog' };
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env), base });
  for (const text of held) logger.warn({ event: 'configuration' }, text);
  installTemporalRuntime(logger);
  const end = listenForEnd({ logger, env, configs: () => [config] });
  const ends = options.for === undefined ? [] : [AbortSignal.timeout(options.for)];
  try {
    await runWatchdog({
      config,
      logger,
      signal: AbortSignal.any([end.signal, ...ends]),
      temporal: { address, env },
      codec: readCodec(env),
      cacheDirs: cacheDirs(context.env),
      hasOwnAddress: options.ownAddress,
      acceptsBrokenHistories: options.acceptBrokenHistories,
      onReady: (accounts) => sayReady(context, { accounts, config, address, json: options.json }),
    });
  } catch (error) {
    if (!end.isFatal(error)) throw withoutSilence(error, address, context.fileOption);
  } finally {
    end.over();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
};

async function areSimulators({ config }: WorkerPlan): Promise<boolean> {
  const proofs = config.accounts.map(({ baseUrl, credentials }) => proveSimulator({ baseUrl, ...credentials }));
  return (await Promise.all(proofs)).every(Boolean);
}

interface Ready {
  accounts: readonly string[];
  config: WorkerPlan['config'];
  address: string;
  json: boolean;
}

function sayReady({ stdout }: CommandContext, { accounts, config, address, json }: Ready): void {
  const taskQueue = watchdogTaskQueue(config.group);
  const limits = config.accounts.map(({ settings }) => deadManLimits(settings.watchdogMs).limitMs);
  const actsAfterMs = Math.min(...limits);
  const data = { event: 'ready', accounts, taskQueue, temporal: address, actsAfterMs, pid: process.pid };
  const names = `${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`;
  const text = `watchdog ready: ${names}, task queue ${taskQueue}, Temporal ${address}; ads go offline after ${durationText(actsAfterMs)} without a look at the market`;
  stdout.write(`${json ? printableJsonLine({ ...data, text }) : text}\n`);
}
