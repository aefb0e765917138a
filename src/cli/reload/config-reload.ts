import { findFile } from '../../config/file/find-file.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsentToAll } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { ExitCode, worstOf } from '../kit/exit-code.ts';
import { askWorker } from './ask-worker.ts';
import { reloadLines, type ReloadReport } from './reload-report.ts';
import { notedWorkers, type FoundWorker } from '../door/worker-note.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { standingPath } from '../kit/standing-path.ts';
import { configReloadOptions } from '../options/config-options.ts';

type ReloadOptions = OptionsOf<typeof configReloadOptions>;

/** `peerdesk config reload`: the running workers of a file on this machine read it again, and say what happened. */
export const configReload: CommandRun = async (call, context) => {
  const options = readOptions(configReloadOptions, call);
  const reports = await reloadWorkers(options, context);
  if (reports.length === 0) throw noWorker(options, context);
  print(context, {
    json: options.json,
    data: { workers: reports.map((report) => ({ ...report, lines: reloadLines(report) })) },
    text: () => reports.flatMap(workerLines).join('\n'),
  });
  return worstOf(reports.map(codeOf));
};

/** Asks every worker of the file first, and a person before anything is loosened; none: no worker runs here. */
async function reloadWorkers(
  options: Pick<ReloadOptions, 'config' | 'egress' | 'timeout' | 'yes' | 'by'>,
  context: CommandContext,
): Promise<ReloadReport[]> {
  const { timeout } = options;
  const { by } = operatorOf(options, context.env);
  const asked = await askedWorkers(options, context);
  if (asked.some(({ report }) => report.mistakes.length > 0)) return asked.map(({ report }) => report);
  const held = new Set(asked.flatMap(({ report }) => report.held));
  await requireConsentToAll(context, { agreed: options.yes, lines: [...held].map((text) => `LOOSENS ${text}`) });
  const done = asked.map(({ worker, report }) =>
    askWorker(worker, { consent: report.held.length > 0 ? report.consent : null, isTrial: false, by }, timeout),
  );
  return (await Promise.all(done)).filter((report) => report !== null);
}

export interface AskedWorker {
  worker: FoundWorker;
  /** What it would do. */
  report: ReloadReport;
}

/** Returns the workers of the file that run on this machine, and what each would do with it. */
export async function askedWorkers(
  { config, egress, timeout }: Pick<ReloadOptions, 'config' | 'egress' | 'timeout'>,
  context: CommandContext,
): Promise<AskedWorker[]> {
  const place = findFile(config, { env: context.env, cwd: context.cwd ?? process.cwd() });
  const file = place === null ? null : standingPath(place.path);
  const alias = context.env['PEERDESK_ACCOUNT'] ?? 'main';
  const workers = notedWorkers(context.env).filter(
    ({ note: found }) =>
      found.file === file &&
      (egress === undefined || found.egress === egress) &&
      (file !== null || found.accounts.includes(alias)),
  );
  const asked = workers.map(async (worker) => {
    const report = await askWorker(worker, { consent: null, isTrial: true }, timeout);
    return report === null ? [] : [{ worker, report }];
  });
  return (await Promise.all(asked)).flat();
}

function workerLines(report: ReloadReport): string[] {
  return [`worker ${report.pid}, egress ${report.egress}:`, ...reloadLines(report).map((line) => `  ${line}`)];
}

function codeOf({ mistakes, refused, isStale }: ReloadReport): ExitCode {
  if (mistakes.length > 0) return ExitCode.CONFIGURATION;
  return refused.length > 0 || isStale ? ExitCode.ERROR : ExitCode.OK;
}

function noWorker({ egress }: ReloadOptions, { env }: CommandContext): CliFailure {
  const which = egress === undefined ? 'of this file' : `of this file for egress ${egress}`;
  return new CliFailure(
    ExitCode.NOT_RUNNING,
    `no worker ${which} runs on this machine, as far as ${stateFolder(env)} knows: PEERDESK_STATE_DIR names the folder of one that runs as another user, and SIGHUP asks it without an answer`,
  );
}
