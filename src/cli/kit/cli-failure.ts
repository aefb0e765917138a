import { ExitCode } from './exit-code.ts';

/** What the user sees of a failure: the exit code and one line. */
export interface Described {
  exitCode: ExitCode;
  line: string;
  /** Details for a program. */
  data?: Readonly<Record<string, unknown>>;
}

/** A failure whose message is the one line for the user: what happened and what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;
  /** Details for a program. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(exitCode: ExitCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.exitCode = exitCode;
    this.data = data;
  }
}

/** A wrong option, argument or setting. */
export function misuse(message: string): CliFailure {
  return new CliFailure(ExitCode.CONFIGURATION, message);
}

/** Creates the failure for something that a rule of the desk forbids; the message says how to do it on purpose. */
export function refusal(message: string): CliFailure {
  return new CliFailure(ExitCode.REFUSED, message);
}
