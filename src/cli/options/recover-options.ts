import { aliasValue, durationValue, flagValue, option, textValue } from '../kit/option-values.ts';
import { jsonOption, modeOptions, timeoutOption } from './common-options.ts';

export const recoverOptions = [
  option({ flags: '--yes', text: 'confirm it without a question', value: flagValue }),
  ...modeOptions,
  option({
    flags: '--by <name>',
    text: 'who says it; recorded in the register and the history (default: $USER)',
    value: textValue.optional(),
  }),
  option({
    flags: '--account <alias>',
    text: "only this account (default: every account of the file's register)",
    value: aliasValue.optional(),
  }),
  option({
    flags: '--config <file>',
    text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
    value: textValue.optional(),
  }),
  { ...timeoutOption, value: durationValue.default(60_000) },
  jsonOption,
] as const;
