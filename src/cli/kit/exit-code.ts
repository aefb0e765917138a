/** What the exit code of every command means. */
export const ExitCode = {
  OK: 0,
  ERROR: 1,
  NOT_FOUND: 2,
  /** Temporal, the worker or the service is not there. */
  NOT_RUNNING: 3,
  /** A setting, an option or the usage is wrong. */
  CONFIGURATION: 4,
  /** No answer in time, or not done yet: it may be lost or still take effect, so one looks before one repeats it. */
  TIMEOUT: 5,
  /** A rule refuses: ours, a workflow's or the service's. */
  REFUSED: 6,
  /** Temporal alone has it: the merchant's register does not, or still holds what was loosened. */
  NOT_KEPT: 7,
  /** The register alone has it: Temporal does not answer. */
  REGISTER_ALONE: 8,
  /** `config diff` alone: what runs is not what the file says. */
  DIFFERENT: 10,
  /** The user ended it (Ctrl-C, SIGTERM) while it ran. */
  INTERRUPTED: 130,
} as const;

/** The worst first: what may have half happened, then what did not work, then what was not allowed. */
const byHarm: readonly number[] = [
  ExitCode.INTERRUPTED,
  ExitCode.ERROR,
  ExitCode.TIMEOUT,
  ExitCode.NOT_RUNNING,
  ExitCode.NOT_KEPT,
  ExitCode.REGISTER_ALONE,
  ExitCode.CONFIGURATION,
  ExitCode.REFUSED,
  ExitCode.NOT_FOUND,
];

/** Returns the exit code of several outcomes: the worst of theirs. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  const failures = codes.filter((code) => code !== ExitCode.OK);
  return failures.toSorted((left, right) => byHarm.indexOf(left) - byHarm.indexOf(right))[0] ?? ExitCode.OK;
}

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
