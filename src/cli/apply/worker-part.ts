import { note, type CommandContext } from '../kit/command-context.ts';
import { askWorker } from '../reload/ask-worker.ts';
import { askedWorkers, type AskedWorker } from '../reload/config-reload.ts';
import { differs, reloadLines, type ReloadReport } from '../reload/reload-report.ts';

interface WorkerWish {
  config?: string | undefined;
  account?: string | undefined;
  timeout: number;
}

/** The workers of the file that run on this machine and do not go by it yet. */
interface WorkerPart {
  /** What each would do, a line each. */
  lines: readonly string[];
  /** What they hold until a person agrees. */
  held: readonly string[];
  /** Lets them do what the file says but for what is held. */
  tighten: () => Promise<WorkersDid>;
  /** Lets them do what was held. */
  loosen: () => Promise<WorkersDid>;
}

/** What workers did, and what they did not, a line each. */
interface WorkersDid {
  done: readonly string[];
  refused: readonly string[];
}

const reloadMs = 60_000;

/** Returns what a reload would change. It is about the whole file: with one account wanted, the workers are left alone. */
export async function workerPart(
  { config, account, timeout }: WorkerWish,
  context: CommandContext,
): Promise<WorkerPart> {
  const asked = account === undefined ? await askedWorkers({ config, egress: undefined, timeout }, context) : [];
  const different = asked.filter(({ report }) => differs(report));
  const holding = different.filter(({ report }) => report.held.length > 0);
  return {
    lines: different.flatMap(({ report }) => workerLines(report)),
    held: [...new Set(holding.flatMap(({ report }) => report.held))],
    tighten: () => told(different, context, () => null),
    loosen: () => told(holding, context, ({ report }) => report.consent),
  };
}

const workerLines = (report: ReloadReport): string[] =>
  reloadLines(report).map((line) => `worker ${report.pid}, egress ${report.egress}: ${line}`);

async function told(
  workers: readonly AskedWorker[],
  context: CommandContext,
  consentOf: (worker: AskedWorker) => string | null,
): Promise<WorkersDid> {
  const reports = workers.map(async (one) => {
    const report = await askWorker(one.worker, { consent: consentOf(one), isTrial: false }, reloadMs);
    if (report === null) note(context, `worker ${one.report.pid} has ended: it reads the file when it starts again`);
    return report === null ? [] : [report];
  });
  const all = (await Promise.all(reports)).flat();
  return {
    // What is still held is agreed to, and comes later.
    done: all
      .map((report) => ({ ...report, held: [], refused: [] }))
      .filter(differs)
      .flatMap(workerLines),
    refused: all.filter(hasFailed).flatMap(workerLines),
  };
}

const hasFailed = ({ mistakes, refused, isStale }: ReloadReport): boolean =>
  mistakes.length + refused.length > 0 || isStale;
