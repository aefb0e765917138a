import { aliasValue, durationValue, flagValue, option, portValue, textValue } from '../kit/option-values.ts';
import { accountOption, configOption, jsonOption, logLevelOption } from './common-options.ts';

export const watchdogOptions = [
  accountOption,
  option({
    flags: '--egress <name>',
    text: 'which outgoing address of the configuration file; needed when it has several',
    value: aliasValue.optional(),
  }),
  configOption,
  option({
    flags: '--for <duration>',
    text: 'end after this time (default: run until SIGINT or SIGTERM)',
    value: durationValue.optional(),
  }),
  option({
    flags: '--once',
    text: 'look once, print what is seen, act on nothing; exit code 1: no one looks at the market',
    value: flagValue,
  }),
  option({
    flags: '--own-address',
    text: 'this machine calls from another address than the workers: a ban of theirs does not hold here',
    value: flagValue,
  }),
  option({
    flags: '--health-port <n>',
    text: 'answer GET /healthz on this port: 200 while it watches, else 503 with what keeps it; 0 for any',
    value: portValue.optional(),
  }),
  option({
    flags: '--health-host <host>',
    text: 'address to answer on (default: 127.0.0.1)',
    value: textValue.default('127.0.0.1'),
  }),
  logLevelOption,
  jsonOption,
] as const;
