import { readCodec } from '../../codec/codec-environment.ts';
import { deadManLimits } from '../../domain/watchdog/dead-man.ts';
import { proveSimulator } from '../../workers/permission/simulator-proof.ts';
import { runWatchdog } from '../../workers/watchdog/run-watchdog.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { durationText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { readOptions } from '../kit/option-values.ts';
import { watchdogOptions } from '../options/watchdog-options.ts';
import { startHealthService } from '../process/health-service.ts';
import { createProcessLog, logLevelOf } from '../process/process-log.ts';
import { listenForEnd } from '../process/process-end.ts';
import { agreedPlan, mayWrite, refuseUnagreed } from '../reload/agreed-plan.ts';
import { readWorkerPlan, type WorkerPlan } from '../reload/worker-plan.ts';
import { refuseClosedPort, refusePlainTemporal, workerTemporalAddress } from '../session/temporal-address.ts';
import { askLeader } from '../window/ask-window.ts';
import { lookOnce } from './watchdog-look.ts';
import { watchdogKeeper } from '../door/watchdog-note.ts';

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
  if (options.once) {
    await refuseClosedPort(address, context.fileOption);
    return lookOnce(context, { config, temporal: { address, env }, json: options.json });
  }
  const base = { service: new URL(config.accounts[0].baseUrl).host, role: 'watchdog' };
  const logger = createProcessLog(context, { level: logLevelOf(options, context.env), base });
  for (const text of held) logger.warn({ event: 'configuration' }, text);
  const end = listenForEnd({ logger, env, configs: () => [config] });
  const ends = options.for === undefined ? [] : [AbortSignal.timeout(options.for)];
  const health = await openHealth(options);
  try {
    await runWatchdog({
      config,
      logger,
      signal: AbortSignal.any([end.signal, ...ends]),
      temporal: { address, env },
      codec: readCodec(env),
      hasOwnAddress: options.ownAddress,
      ...placeOf(context, health.port),
      onReady: (accounts, standing) => {
        health.stands(standing);
        sayReady(context, { accounts, config, address, json: options.json, healthPort: health.port });
      },
    });
  } catch (error) {
    if (!end.isFatal(error)) throw error;
  } finally {
    end.over();
    await health.close();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
};

type Standing = () => Record<string, string>;

interface OpenHealth {
  /** Null: it answers on no port. */
  port: number | null;
  /** Names what says how each account stands. */
  stands(standing: Standing): void;
  close(): Promise<void>;
}

interface HealthOptions {
  healthPort?: number | undefined;
  healthHost: string;
}

async function openHealth({ healthPort: port, healthHost: host }: HealthOptions): Promise<OpenHealth> {
  let known: Standing = () => ({ watchdog: 'is starting' });
  const service = port === undefined ? null : await startHealthService({ host, port, parts: async () => known() });
  service?.setHealth({ isServing: true, problems: [] });
  return {
    port: service?.port ?? null,
    stands: (standing) => {
      known = standing;
    },
    close: async () => service?.close(),
  };
}

type Place = Pick<Parameters<typeof runWatchdog>[0], 'keeperOf' | 'leaderHere'>;

/** What this machine has: the state folder, and the worker that has left its note there. */
function placeOf(context: CommandContext, healthPort: number | null): Place {
  return {
    keeperOf: (account, log) => {
      const onTrouble = (text: string): void => log.error({ event: 'state' }, text);
      return watchdogKeeper(account, { env: context.env, healthPort, onTrouble });
    },
    leaderHere: async (account, timeoutMs) => {
      const answer = await askLeader({ context, account, timeoutMs });
      return 'shown' in answer ? answer.shown : null;
    },
  };
}

async function areSimulators({ config }: WorkerPlan): Promise<boolean> {
  const proofs = config.accounts.map(({ baseUrl, credentials }) => proveSimulator({ baseUrl, ...credentials }));
  return (await Promise.all(proofs)).every(Boolean);
}

interface Ready {
  accounts: readonly string[];
  config: WorkerPlan['config'];
  address: string;
  json: boolean;
  healthPort: number | null;
}

function sayReady({ stdout }: CommandContext, { accounts, config, address, json, healthPort }: Ready): void {
  const limits = config.accounts.map(({ settings }) => deadManLimits(settings.watchdogMs).limitMs);
  const actsAfterMs = Math.min(...limits);
  const data = { event: 'ready', accounts, temporal: address, actsAfterMs, healthPort, pid: process.pid };
  const names = `${accounts.length === 1 ? 'account' : 'accounts'} ${accounts.join(', ')}`;
  const health = healthPort === null ? '' : `, health on port ${healthPort}`;
  const text = `watchdog ready: ${names}, Temporal ${address}${health}; ads go offline after ${durationText(actsAfterMs)} without a look at the market, or without an answer of Temporal`;
  stdout.write(`${json ? printableJsonLine({ ...data, text }) : text}\n`);
}
