import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { fileOptionOf } from '../config/file-context.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { startHealthService } from '../process/health-service.ts';
import { logLevelOf } from '../process/process-log.ts';
import { listenForShutdown } from '../process/shutdown-signal.ts';
import { OneMachine } from './one-machine.ts';
import { claimState } from './start-claim.ts';
import { openStartLog } from './start-log.ts';
import { readStartPlan, type StartPlan } from './start-plan.ts';
import { unitText } from './unit-text.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { startOptions } from '../options/process-options.ts';

type StartOptions = OptionsOf<typeof startOptions>;

const healthHost = '127.0.0.1';

/** `peerdesk start`: server, worker, watchdog and door of one machine, until it is stopped. */
export const start: CommandRun = async (call, context) => {
  const options = readOptions(startOptions, call);
  const plan = readStartPlan(options.config, context);
  if (options.unit) {
    const unit = unitText(plan, context.env);
    print(context, { json: options.json, data: { unit }, text: () => unit });
    return undefined;
  }
  // What the children write is for their owner only.
  process.umask(0o077);
  return runStart(plan, options, context);
};

async function runStart(plan: StartPlan, options: StartOptions, context: CommandContext): Promise<ExitCode> {
  const now = (): number => Date.now();
  const log = openStartLog(context, now);
  const claim = await claimState(plan.stateFolder, { say: (line) => log.say('warn', line), nowMs: now() });
  const atTerminal = process.stdin.isTTY;
  const shutdown = listenForShutdown({ atTerminal });
  const { uiPort, doorPort, withoutWatchdog, acceptBrokenHistories } = options;
  const logLevel = logLevelOf(options, context.env);
  const machine = new OneMachine(plan, {
    env: context.env,
    log,
    uiPort,
    doorPort,
    logLevel,
    withoutWatchdog,
    acceptBrokenHistories,
  });
  const onHangUp = (): void => machine.reload();
  if (!atTerminal) process.on('SIGHUP', onHangUp);
  try {
    const parts = () => machine.health();
    const health = await startHealthService({ host: healthHost, port: options.healthPort, parts });
    const address = `http://${healthHost}:${health.port}/healthz`;
    health.setHealth({ isServing: true, problems: [] });
    shutdown.signal.addEventListener('abort', () => health.setHealth({ isServing: false, problems: [] }));
    machine.onChange = () => claim.note({ children: machine.pids(), health: address });
    try {
      const isReady = await machine.run(shutdown.signal);
      if (isReady) sayReady(context, options, { address, webUi: machine.webUi() });
      return await machine.untilEnd(shutdown.signal);
    } finally {
      await health.close();
    }
  } finally {
    process.off('SIGHUP', onHangUp);
    claim.release();
    shutdown.release();
  }
}

function sayReady(
  { stdout }: CommandContext,
  { json, config }: StartOptions,
  { address, webUi }: { address: string; webUi: string | null },
): void {
  const next = `peerdesk config apply${fileOptionOf(config)}`;
  const data = { event: 'ready', health: address, webUi, next, pid: process.pid };
  const text = `everything runs: health ${address}, Web UI ${webUi ?? 'none'}; next, in another terminal: ${next}`;
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
