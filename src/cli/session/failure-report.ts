import { CliFailure, type Described } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { secretFilter } from '../text/secret-filter.ts';

interface FailureReport extends Described {
  /** Removes secrets from any other text about the failure. */
  redact: (text: string) => string;
}

const systemAdvice: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file: check the path',
  EACCES: 'it may not be read or written: check its permissions',
  EADDRINUSE: 'the port is in use: choose another one, or 0 for any',
  EADDRNOTAVAIL: 'this machine does not have that address: check --host',
};

/** Our own errors with a message that is already one line with a remedy, by name. */
const ownConfigurationErrors = new Set([
  'ConfigurationError',
  'RecordingError',
  'ServerNotFoundError',
  'CodecKeyError',
]);

/** Returns the exit code and the one line for the user for any thrown value, free of secrets. */
export async function describeFailure(error: unknown, env: Environment): Promise<FailureReport> {
  const redact = secretFilter(env);
  const described = await describe(error);
  return { ...described, line: redact(described.line.replaceAll(/\s+/g, ' ').trim()), redact };
}

/** Formats a report as one line of JSON: the same for a program, and just as free of secrets. */
export function failureJson({ exitCode, line, data, redact }: FailureReport, stack?: string): string {
  return redact(
    printableJsonLine({ message: line, ...data, exitCode, ...(stack === undefined ? {} : { stack: redact(stack) }) }),
  );
}

async function describe(error: unknown): Promise<Described> {
  if (error instanceof CliFailure) return { exitCode: error.exitCode, line: error.message, data: error.data };
  if (!(error instanceof Error)) return { exitCode: ExitCode.ERROR, line: String(error) };
  if (ownConfigurationErrors.has(error.name)) return { exitCode: ExitCode.CONFIGURATION, line: error.message };
  if (error.name === 'RegisterSilent') return { exitCode: ExitCode.NOT_RUNNING, line: error.message };
  if (error.name === 'BrokenHistoriesError') return { exitCode: ExitCode.REFUSED, line: error.message };
  if (error.name === 'ExchangeError') return (await import('./exchange-failure.ts')).describeExchangeFailure(error);
  return describeSystemError(error) ?? (await describeElse(error));
}

function describeSystemError(error: Error): Described | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const advice = systemAdvice[code];
  return advice === undefined ? null : { exitCode: ExitCode.CONFIGURATION, line: `${error.message}: ${advice}` };
}

async function describeElse(error: Error): Promise<Described> {
  const { describeTemporalFailure } = await import('./temporal-failure.ts');
  const described = describeTemporalFailure(error);
  return described ?? { exitCode: ExitCode.ERROR, line: `${error.message} (PEERDESK_DEBUG=1 shows where)` };
}
