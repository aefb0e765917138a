import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';
import { createLogger } from '../../workers/log/logger.ts';
import { logLevels, type LogLevel } from '../../workers/log/log-levels.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import { timeText } from '../text/time-zone.ts';

const oneOf = `must be one of ${logLevels.join(', ')}`;

interface WishedLevel {
  logLevel?: LogLevel | undefined;
}

/** Returns the level of a process: its option, else PEERDESK_LOG_LEVEL, else `usual`. Throws a failure for an unknown one. */
export function logLevelOf({ logLevel }: WishedLevel, env: Environment, usual: LogLevel = 'info'): LogLevel {
  const text = env['PEERDESK_LOG_LEVEL'] ?? '';
  if (logLevel !== undefined || text === '') return logLevel ?? usual;
  const level = logLevels.find((known) => known === text);
  if (level === undefined) throw misuse(`PEERDESK_LOG_LEVEL ${oneOf}`);
  return level;
}

interface ProcessLog {
  level: LogLevel;
  base: Record<string, string>;
  standing?: (account: string | undefined) => Record<string, string>;
  isKnown?: (name: string, value: unknown) => boolean;
}

/** Creates the log of a process: words for a person at a terminal, in the zone of the command, else JSON lines. */
export function createProcessLog(context: CommandContext, options: ProcessLog): Logger {
  // Lines also come from outside the command's own calls, such as Temporal's native part.
  const bound = context.stderr.columns === undefined ? undefined : AsyncResource.bind(timeText);
  return createLogger({ ...options, timeText: bound });
}
