import { ExitCode } from './exit-code.ts';

/** A failure whose message is already the one line that the user reads: what happened and what to do next. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
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
