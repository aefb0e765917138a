import type { OptionSpec } from '../kit/command-spec.ts';

export const jsonOption: OptionSpec = { flags: '--json', text: 'print data and failures as JSON' };

export const accountOption: OptionSpec = {
  flags: '--account <alias>',
  text: "account (default: PEERDESK_ACCOUNT, else the running demo's, else main)",
};

/** The option of every command that shows what changes. */
export const watchOption: OptionSpec = {
  flags: '--watch',
  text: 'go on until Ctrl-C: a page that is redrawn, or a line for each change when piped',
};

/** The option of every long-running command. */
export const logLevelOption: OptionSpec = {
  flags: '--log-level <level>',
  text: 'trace, debug, info, warn or error (default: PEERDESK_LOG_LEVEL, else info)',
};

export const configOption: OptionSpec = {
  flags: '--config <file>',
  text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
  completes: true,
};

export const timeoutOption: OptionSpec = {
  flags: '--timeout <duration>',
  text: 'how long to wait for an answer (default: PEERDESK_TIMEOUT, else 10s)',
  variable: 'PEERDESK_TIMEOUT',
};

/** Of a command that reads many histories from the server and asks no worker: a day of ads and orders is more than a moment. */
const readingTimeoutOption: OptionSpec = {
  flags: '--timeout <duration>',
  text: 'how long to wait for the server in all (default: 5m)',
};

export const operatorOptions: readonly OptionSpec[] = [
  { flags: '--by <name>', text: 'who does it; recorded in the history (default: $USER)' },
  { flags: '--note <text>', text: 'why; recorded in the history' },
];

/** Of every command that allows something which takes a signature where approvals are signed. */
export const keyOption: OptionSpec = {
  flags: '--key <name>',
  text: 'sign with this key (default: the key of --by, if there is one)',
};

/** Options of every command that talks to a workflow. */
export const sessionOptions: readonly OptionSpec[] = [accountOption, configOption, timeoutOption, jsonOption];

/** The same of a command that reads histories alone. */
export const readingOptions: readonly OptionSpec[] = [accountOption, configOption, readingTimeoutOption, jsonOption];

export const modeOptions: readonly OptionSpec[] = [
  {
    flags: '--mode <mode>',
    text: 'sim, shadow (writes nothing) or live (default: PEERDESK_MODE, else sim at a proven simulator, else shadow)',
  },
  { flags: '--confirm-live', text: 'confirm writes to a real service: required for mode live' },
];
