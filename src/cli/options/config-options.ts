import { aliasValue, durationValue, flagValue, option, textValue } from '../kit/option-values.ts';
import { jsonOption, keyOption, operatorOptions, timeoutOption } from './common-options.ts';

/** These commands are about the file itself: nothing else of theirs is completed from it. */
const fileOption = option({
  flags: '--config <file>',
  text: "the file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's configuration folder)",
  value: textValue.optional(),
});

/** Of the commands that ask the workflows. */
export const planOptions = [
  option({ flags: '--account <alias>', text: 'only this account of the file', value: aliasValue.optional() }),
  fileOption,
  timeoutOption,
  jsonOption,
] as const;

export const configValidateOptions = [fileOption, jsonOption] as const;

export const configShowOptions = [
  option({ flags: '--origin', text: 'show defaults too, and where each value comes from', value: flagValue }),
  fileOption,
  jsonOption,
] as const;

export const configSchemaOptions = [jsonOption] as const;

export const configApplyOptions = [
  option({
    flags: '--yes',
    text: 'agree to what loosens a rule or stops something, and to limits far from the market',
    value: flagValue,
  }),
  {
    ...keyOption,
    text: 'sign what loosens in the register with this key (default: the key of --by, if there is one)',
  },
  ...operatorOptions,
  ...planOptions,
] as const;

export const configReloadOptions = [
  option({ flags: '--egress <name>', text: 'only the workers of this outgoing address', value: aliasValue.optional() }),
  option({
    flags: '--yes',
    text: 'agree to what loosens: live writes, higher limits, more policies, other approvers',
    value: flagValue,
  }),
  option({
    flags: '--by <name>',
    text: 'who asks for it; recorded in the log of the worker (default: $USER)',
    value: textValue.optional(),
  }),
  fileOption,
  option({
    flags: '--timeout <duration>',
    text: 'how long to wait for a worker (default: 60s)',
    value: durationValue.default(60_000),
  }),
  jsonOption,
] as const;
