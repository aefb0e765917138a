import type { Logger } from 'pino';
import { cacheDirs } from '../../server/cache-dir.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { runWorker } from '../../workers/process/run-worker.ts';
import { proveSimulator } from '../../workers/permission/simulator-proof.ts';
import type { EgressConfig } from '../../config/egress-config.ts';
import { boundEnvironment } from '../../config/environment/process-consents.ts';
import { ownVersion } from './own-version.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { fileOptionOf } from '../config/file-context.ts';
import { liveExamination } from '../doctor/live-examination.ts';
import {
  refuseClosedPort,
  refusePlainTemporal,
  withoutSilence,
  workerTemporalAddress,
} from '../session/temporal-address.ts';
import { mayWrite, refuseUnagreed } from '../reload/agreed-plan.ts';
import { followFile, listenForReload } from '../reload/follow-worker.ts';
import { logLevelOf } from './process-log.ts';
import { sayReady } from './ready-line.ts';
import { listenForEnd } from './process-end.ts';
import { AccountModes, workerLog } from './worker-log.ts';
import { readWorkerPlan, type WorkerPlan } from '../reload/worker-plan.ts';
import { windowRoutes, type WindowOf } from '../window/window-routes.ts';
import { openServices } from './worker-services.ts';
import { misspeltTexts } from '../session/effective-environment.ts';
import { readOptions } from '../kit/option-values.ts';
import { workerOptions } from '../options/process-options.ts';

/** `peerdesk worker`: polls until it is stopped, then finishes its running work. */
export const worker: CommandRun = async (call, context) => {
  const options = readOptions(workerOptions, call);
  const plan = readWorkerPlan(options, context);
  const address = await workerTemporalAddress(plan.env, { isSimulator: () => areSimulators(plan.config) });
  // Before anything is agreed to: a first start that is refused agrees to nothing.
  refusePlainTemporal(plan.env, { address, allowLive: mayWrite(plan.config) });
  const fileOption = plan.loaded === null ? undefined : fileOptionOf(options.config);
  await refuseClosedPort(address, fileOption);
  const modes = new AccountModes();
  const logger = workerLog(context, { plan, modes, level: logLevelOf(options, context.env) });
  warnOfSettings(plan, logger);
  const followed = followFile(plan, { wish: options, context, logger });
  const { config } = followed;
  const env = boundEnvironment(plan.env, config);
  refuseUnagreed(env, { address, config });
  const version = await ownVersion(env);
  const atTerminal = process.stdin.isTTY;
  const end = listenForEnd({ logger, env, configs: () => [plan.config, followed.config], atTerminal });
  const services = await openServices(options, { env: context.env, standing: () => followed.standing() });
  end.signal.addEventListener('abort', () => services.setHealth({ isServing: false, problems: [] }));
  let windowOf: WindowOf = () => null;
  const routes = windowRoutes((account) => windowOf(account));
  const listening = { env: context.env, logger, stopping: end.signal, atTerminal, routes };
  const listenNoMore = await listenForReload(followed, listening);
  try {
    await runWorker({
      config,
      logger,
      signal: end.signal,
      temporal: { address, env },
      codec: readCodec(env),
      version,
      cacheDirs: cacheDirs(context.env),
      acceptsBrokenHistories: options.acceptBrokenHistories,
      examine: liveExamination({ ...context, env }, { address, egress: config }),
      onPermission: (permission, account) => modes.set(account, permission.modes),
      onHealth: ({ isServing, problems }) =>
        services.setHealth({ isServing: isServing && !end.signal.aborted, problems }),
      onRunning: (running) => {
        followed.follow(running);
        windowOf = (account) => running.window(account);
      },
      metrics: services.metrics,
      onReady: (accounts, standing) =>
        sayReady(context, options, { ...services.ports, accounts, group: config.group, address, standing, version }),
    });
  } catch (error) {
    if (!end.isFatal(error)) throw withoutSilence(error, address, fileOption);
  } finally {
    end.over();
    await listenNoMore();
    await services.close();
    end.release();
  }
  return end.isFatal() ? ExitCode.ERROR : undefined;
};

/** What is set and hardly meant stands in the log, which is read later, too. */
function warnOfSettings({ env, openFiles }: WorkerPlan, logger: Logger): void {
  const open = openFiles.map(
    (name) => `every user of this machine can read the file of ${name}: take that right away (chmod 600)`,
  );
  for (const text of [...open, ...misspeltTexts(env)]) logger.warn({ event: 'setting' }, text);
}

/** One account at a real service is enough for its rules to hold. */
async function areSimulators({ accounts }: EgressConfig): Promise<boolean> {
  const proofs = accounts.map(({ baseUrl, credentials }) => proveSimulator({ baseUrl, ...credentials }));
  return (await Promise.all(proofs)).every(Boolean);
}
