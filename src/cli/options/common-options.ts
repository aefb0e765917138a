import { z } from 'zod';
import { modes } from '../../domain/mode.ts';
import { logLevels } from '../../workers/log/log-levels.ts';
import { aliasValue, durationValue, flagValue, option, textValue } from '../kit/option-values.ts';

export const jsonOption = option({ flags: '--json', text: 'print data and failures as JSON', value: flagValue });

export const accountOption = option({
  flags: '--account <alias>',
  text: "account (default: PEERDESK_ACCOUNT, else the running demo's, else main)",
  value: aliasValue.optional(),
});

/** The option of every command that shows what changes. */
export const watchOption = option({
  flags: '--watch',
  text: 'go on until Ctrl-C: a page that is redrawn, or a line for each change when piped',
  value: flagValue,
});

/** The option of every long-running command. */
export const logLevelOption = option({
  flags: '--log-level <level>',
  text: 'trace, debug, info, warn or error (default: PEERDESK_LOG_LEVEL, else info)',
  value: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
});

export const configOption = option({
  flags: '--config <file>',
  text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
  completes: true,
  value: textValue.optional(),
});

export const timeoutOption = option({
  flags: '--timeout <duration>',
  text: 'how long to wait for an answer (default: PEERDESK_TIMEOUT, else 10s)',
  variable: 'PEERDESK_TIMEOUT',
  value: durationValue.default(10_000),
});

/** Of a command that reads many histories from the server and asks no worker: a day of ads and orders is more than a moment. */
const readingTimeoutOption = option({
  flags: '--timeout <duration>',
  text: 'how long to wait for the server in all (default: 5m)',
  value: durationValue.default(300_000),
});

export const operatorName = option({
  flags: '--by <name>',
  text: 'who does it; recorded in the history (default: $USER)',
  value: textValue.optional(),
});

export const operatorOptions = [
  operatorName,
  option({ flags: '--note <text>', text: 'why; recorded in the history', value: textValue.optional() }),
] as const;

/** Of every command that allows something which takes a signature where approvals are signed. */
export const keyOption = option({
  flags: '--key <name>',
  text: 'sign with this key (default: the key of --by, if there is one)',
  value: textValue.optional(),
});

/** Options of every command that talks to a workflow. */
export const sessionOptions = [accountOption, configOption, timeoutOption, jsonOption] as const;

/** The same of a command that reads histories alone. */
export const readingOptions = [accountOption, configOption, readingTimeoutOption, jsonOption] as const;

export const modeOptions = [
  option({
    flags: '--mode <mode>',
    text: 'sim, shadow (writes nothing) or live (default: PEERDESK_MODE, else sim at a proven simulator, else shadow)',
    value: z.enum(modes, `must be one of ${modes.join(', ')}`).optional(),
  }),
  option({
    flags: '--confirm-live',
    text: 'confirm writes to a real service: required for mode live',
    value: flagValue,
  }),
] as const;

/** The same of a command that waits for more than one answer, where no --timeout is given. */
export const sessionOptionsWithin = <Value extends z.ZodType>(value: Value) =>
  [accountOption, configOption, { ...timeoutOption, value }, jsonOption] as const;

/** Options of every command that changes a workflow. */
export const actingOptions = [...operatorOptions, ...sessionOptions] as const;
