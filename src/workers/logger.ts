import { DefaultLogger } from '@temporalio/worker';
import type { LogEntry } from '@temporalio/worker';
import { pino } from 'pino';
import type { Logger } from 'pino';

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
] as const;

/** A logger of JSON lines on stderr; stdout belongs to data. */
export function createLogger(level: string, base: Record<string, string>): Logger {
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
}

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Temporal's own log entries through ours, allowed fields only. */
export function bridgeTemporalLogs(logger: Logger): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, message, meta }: LogEntry) => {
    logger[levels[level]](allowedOnly(meta ?? {}), message);
  });
}

function allowedOnly(meta: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(meta)) {
    if (!allowedFields.some((allowed) => allowed === key)) continue;
    fields[key] = value instanceof Error ? `${value.name}: ${value.message}` : value;
  }
  return fields;
}
