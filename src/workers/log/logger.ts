import { DefaultLogger, Runtime, makeTelemetryFilterString, type LogEntry } from '@temporalio/worker';
import { pino, type Logger } from 'pino';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import type { ReportLine } from '../../activities/dependencies.ts';
import type { LogLevel } from './log-levels.ts';
import { logLineText } from './log-line-text.ts';

/** Fields that a log line may carry: an allow-list, because a secret may hide in any other (security point S4). */
const allowedFields = [
  'workflowId',
  'workflowType',
  'runId',
  'taskQueue',
  'activityType',
  'activityId',
  'attempt',
  'signal',
  'command',
  'by',
  'via',
  'reason',
  'operation',
  'subject',
  'detail',
  'account',
  'mode',
  'category',
  'code',
  'endpoint',
  'event',
  'error',
  'state',
] as const;

interface LoggerOptions {
  level: LogLevel;
  /** Stands in every line. */
  base: Record<string, string>;
  /**
   * Stands in every line as it is then, for the account of the line: modes are known only after the service was
   * identified.
   */
  standing?: (account: string | undefined) => Record<string, string>;
  /** What a person at the terminal knows anyway; default: what stands in every line. */
  isKnown?: (name: string, value: unknown) => boolean;
  /** How a moment is written for a person at a terminal; absent: lines are JSON, for programs. */
  timeText?: ((atMs: number) => string) | undefined;
  /** Where the lines go; absent: to stderr, because stdout is for data. */
  write?: (line: string) => void;
}

/** Creates the log of a process: one line for each event, JSON or words. */
export function createLogger(wanted: LoggerOptions): Logger {
  const { level, base, standing = () => ({}), isKnown = (name) => name in base, timeText, write } = wanted;
  const formatters = { level: (label: string) => ({ level: label }) };
  const mixin = (_line: object, _level: number, logger: Logger): object => standing(accountOf(logger));
  const options = { level, base, mixin, timestamp: pino.stdTimeFunctions.isoTime, formatters };
  if (timeText === undefined && write === undefined) {
    return pino(options, pino.destination({ dest: 2, sync: true }));
  }
  const out = write ?? ((line) => void process.stderr.write(line));
  return pino(options, {
    write: (line: string) => out(timeText === undefined ? line : `${logLineText(line, { isKnown, timeText })}\n`),
  });
}

function accountOf(logger: Logger): string | undefined {
  const account: unknown = logger.bindings()['account'];
  return typeof account === 'string' ? account : undefined;
}

/**
 * Creates the log of the desk's actions and refusals: one line per event, with the fields of a report and no others.
 */
export function createReport(logger: Logger): (line: ReportLine) => void {
  return ({ level, message, ...fields }) => logger[level](fields, message);
}

export const loopback = '127.0.0.1';

/**
 * Routes Temporal's logs through ours; otherwise Core writes coloured text. Its own metrics are exported on that port of
 * this machine; null: nowhere.
 */
export function installTemporalRuntime(logger: Logger, metricsPort: number | null = null): void {
  Runtime.install({
    logger: bridgeTemporalLogs(logger),
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      ...(metricsPort === null ? {} : { metrics: { prometheus: temporalExport(metricsPort) } }),
    },
  });
}

/** Under the names that Temporal's own pages on alerts use. */
const temporalExport = (port: number) => ({
  bindAddress: `${loopback}:${port}`,
  countersTotalSuffix: true,
  unitSuffix: true,
  useSecondsForDurations: true,
});

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Passes Temporal's own log entries on, allowed fields only; why a workflow's task fails is kept for its line. */
function bridgeTemporalLogs(logger: Logger): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, message, meta }: LogEntry) => {
    const usual = noNews.test(message) || isOfReplay(meta);
    const why = taskFailure(meta);
    logger[usual ? 'debug' : levels[level]]({ ...allowedOnly(meta ?? {}), ...why }, withoutStatus(message));
  });
}

/** What a worker does not do, and that a server that is gone does not hear of its end: no person can do anything about it. */
const noNews = /^No .* registered, not polling|^shutdown_worker rpc errored/;

/** What becomes of a history that is replayed, its reader reports; the SDK names the queue of its worker so. */
const isOfReplay = (meta: LogEntry['meta']): boolean => String(meta?.['taskQueue']).startsWith('fake_replay_queue');

/** Why the tasks of runs have failed last, by run; Temporal itself keeps a kind of cause alone. */
const taskFailures = new Map<string, string>();
const maxTaskFailures = 200;
const maxReason = 300;

/** Returns why a task of a run has failed last in this process, or null. */
export const taskFailureOf = (runId: string): string | null => taskFailures.get(runId) ?? null;

/** Core writes a failure with its stack and its empty fields: its message is enough. */
export function taskFailure(meta: LogEntry['meta']): { reason?: string } {
  const { runId, failure }: Record<string, unknown> = { ...meta };
  if (typeof runId !== 'string' || typeof failure !== 'string') return {};
  const [, text] = /\bmessage: "((?:[^"\\]|\\.)*)"/.exec(failure) ?? [];
  if (text === undefined) return {};
  const reason = text.replaceAll('\\n', ' ').replaceAll(/\\(.)/g, '$1').slice(0, maxReason);
  taskFailures.delete(runId);
  taskFailures.set(runId, reason);
  for (const oldest of taskFailures.keys()) if (taskFailures.size > maxTaskFailures) taskFailures.delete(oldest);
  return { reason };
}

/** Temporal's native part writes a whole status with its bytes: the server's message is enough. */
function plainReason(text: string): string {
  return temporalTrouble(new Error(text))?.words ?? text;
}

/** Core writes the status of a failed call with all its bytes: its code and its message are enough. */
export function withoutStatus(message: string): string {
  return message.replace(/Status \{ code: (\w+), message: \\?"([^"\\]*)[\s\S]*$/, '$1: $2');
}

/** Returns the fields of an entry of the SDK that are known to hold no secret. */
export function allowedOnly(meta: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(meta)) {
    if (!allowedFields.some((allowed) => allowed === key)) continue;
    const text = value instanceof Error ? `${value.name}: ${value.message}` : value;
    fields[key] = typeof text === 'string' ? plainReason(text) : text;
  }
  return fields;
}
