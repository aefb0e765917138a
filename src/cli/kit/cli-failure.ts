import { ExitCode } from './exit-code.ts';

/** Details of a failure for a program. */
interface FailureData {
  /** The changes that it refuses, where they are several: for a person they stand above its line, a line each. */
  readonly changes?: readonly string[];
  readonly [name: string]: unknown;
}

/** What the user sees of a failure: the exit code and one line. */
export interface Described {
  exitCode: ExitCode;
  line: string;
  data?: FailureData;
}

/** A failure whose message is the one line for the user: what happened and what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;
  readonly data: FailureData;

  constructor(exitCode: ExitCode, message: string, data: FailureData = {}) {
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
export function refusal(message: string, data: FailureData = {}): CliFailure {
  return new CliFailure(ExitCode.REFUSED, message, data);
}
