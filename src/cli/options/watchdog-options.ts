import { aliasValue, durationValue, flagValue, option } from '../kit/option-values.ts';
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
  option({ flags: '--accept-broken-histories', text: 'as `peerdesk worker` has it', value: flagValue }),
  logLevelOption,
  jsonOption,
] as const;
