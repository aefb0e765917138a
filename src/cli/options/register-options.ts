import { z } from 'zod';
import { aliasValue, countValue, durationValue, flagValue, option, textValue } from '../kit/option-values.ts';
import { jsonOption, keyOption, timeoutOption } from './common-options.ts';

/** Which register is meant is said by the whole file: nothing else of these commands is completed from it. */
const placeAccountOption = option({
  flags: '--account <alias>',
  text: "the register of this account's worker (default: that of the accounts in mode live, else of all)",
  value: aliasValue.optional(),
});
const placeConfigOption = option({
  flags: '--config <file>',
  text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
  value: textValue.optional(),
});
export const placeOptions = [placeAccountOption, placeConfigOption] as const;

const consentOption = option({ flags: '--yes', text: 'confirm it without a question', value: flagValue });

const byOption = option({
  flags: '--by <name>',
  text: 'who says it; recorded in the register (default: $USER)',
  value: textValue.optional(),
});

export const registerCreateOptions = [byOption, ...placeOptions, jsonOption] as const;

export const registerShowOptions = [...placeOptions, jsonOption] as const;

export const registerExplainOptions = [
  option({ flags: '--released-in-app', text: 'a person released them in the app', value: flagValue }),
  option({
    flags: '--older-copy',
    text: 'the register is an older copy: prints how to recover, and lets no money move',
    value: flagValue,
  }),
  option({
    flags: '--count <n>',
    text: 'how many they are, with --yes: another number is refused',
    value: countValue.optional(),
  }),
  consentOption,
  byOption,
  placeConfigOption,
  jsonOption,
] as const;

export const freePaymentOptions = [
  option({
    flags: '--amount <fiat>',
    text: 'the total of the order, as you have seen it',
    value: z.string().optional(),
  }),
  option({
    flags: '--payment <reference>',
    text: 'which payment, where the order holds several',
    value: textValue.optional(),
  }),
  byOption,
  option({ flags: '--note <text>', text: 'how you know; recorded in the register', value: textValue.optional() }),
  keyOption,
  ...placeOptions,
  jsonOption,
] as const;

export const registerBackupOptions = [...placeOptions, jsonOption] as const;

export const registerRestoreOptions = [consentOption, byOption, ...placeOptions, jsonOption] as const;

const maxDays = 30;

export const registerRecoverOptions = [
  consentOption,
  option({
    flags: '--days <n>',
    text: 'how far back releases and orders are read, 1 to 30 (default: 1)',
    value: countValue.refine((days) => days >= 1 && days <= maxDays, `must be 1 to ${maxDays}`).default(1),
  }),
  byOption,
  ...placeOptions,
  { ...timeoutOption, value: durationValue.default(60_000) },
  jsonOption,
] as const;
