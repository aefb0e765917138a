import { flagValue, option, textValue } from '../kit/option-values.ts';
import {
  accountOption,
  configOption,
  jsonOption,
  keyOption,
  operatorName,
  operatorOptions,
  sessionOptions,
} from './common-options.ts';

export const personBlockOptions = [...operatorOptions, ...sessionOptions] as const;

export const personAllowOptions = [...operatorOptions, keyOption, ...sessionOptions] as const;

export const personNoteOptions = [
  option({ flags: '--note <text>', text: 'what is to be known', value: textValue.optional() }),
  option({ flags: '--drop', text: 'take the note away', value: flagValue }),
  operatorName,
  accountOption,
  configOption,
  jsonOption,
] as const;

export const personImportOptions = [
  option({ flags: '--dry-run', text: 'say what would change, and write nothing', value: flagValue }),
  operatorName,
  keyOption,
  ...sessionOptions,
] as const;

export const personReadOptions = [accountOption, configOption, jsonOption] as const;

export const personListOptions = [
  accountOption,
  configOption,
  jsonOption,
  option({ flags: '--csv', text: 'print CSV, which `person import` reads', value: flagValue }),
] as const;
