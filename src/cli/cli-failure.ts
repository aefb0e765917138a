import { ExitCode } from './exit-code.ts';

/** What the user is told of a failure: the exit code and one line. */
export interface Described {
  exitCode: ExitCode;
  line: string;
  /** What a program may want to know beyond the line. */
  data?: Readonly<Record<string, unknown>>;
}

/** A failure whose message is already the one line that the user reads: what happened and what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;
  /** What a program may want to know beyond the message. */
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

/** Something that a rule of the desk does not allow; the message says how to do it on purpose. */
export function refusal(message: string): CliFailure {
  return new CliFailure(ExitCode.REFUSED, message);
}
