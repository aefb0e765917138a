/** What the exit code of every command means. */
export const ExitCode = {
  OK: 0,
  ERROR: 1,
  NOT_FOUND: 2,
  /** Temporal, the worker or the service is not there. */
  NOT_RUNNING: 3,
  /** A setting, an option or the usage is wrong. */
  CONFIGURATION: 4,
  TIMEOUT: 5,
  /** A rule refuses: ours, a workflow's or the service's. */
  REFUSED: 6,
  /** The user ended it (Ctrl-C, SIGTERM) while it ran. */
  INTERRUPTED: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
