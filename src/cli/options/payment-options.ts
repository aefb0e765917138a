import { z } from 'zod';
import { currencySchema } from '../../domain/payments/sighting.ts';
import { statementFormats } from '../../config/file/payments/statement-form.ts';
import { aliasValue, durationValue, flagValue, option, portValue, textValue } from '../kit/option-values.ts';
import { jsonOption, keyOption, logLevelOption, sessionOptions } from './common-options.ts';
import { attachingOptions, momentValue } from './order-options.ts';

const fileOption = option({
  flags: '--config <file>',
  text: "configuration file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's)",
  value: textValue.optional(),
});

export const doorOptions = [
  option({
    flags: '--host <host>',
    text: 'address to listen on (default: 127.0.0.1); another one belongs behind TLS',
    value: textValue.default('127.0.0.1'),
  }),
  option({ flags: '--port <n>', text: 'port, 0 for any (default: 8450)', value: portValue.default(8450) }),
  fileOption,
  logLevelOption,
  jsonOption,
] as const;

const formatValue = z.enum(statementFormats, `must be one of ${statementFormats.join(', ')}`);
const dayMs = 86_400_000;

export const paymentListOptions = [
  option({ flags: '--account <alias>', text: 'only those for orders of this account', value: aliasValue.optional() }),
  option({ flags: '--currency <fiat>', text: 'only those in this currency', value: currencySchema.optional() }),
  option({
    flags: '--since <duration>',
    text: 'seen in this time (default: 24h)',
    value: durationValue.default(dayMs),
  }),
  option({ flags: '--unmatched', text: 'only those that back no order', value: flagValue }),
  fileOption,
  jsonOption,
] as const;

export const paymentShowOptions = [
  option({
    flags: '--account <alias>',
    text: "in the register of this account's worker",
    value: aliasValue.optional(),
  }),
  fileOption,
  jsonOption,
] as const;

export const paymentImportOptions = [
  option({
    flags: '--format <format>',
    text: `${statementFormats.join(', ')} (default: as the file looks)`,
    value: formatValue.optional(),
  }),
  option({ flags: '--dry-run', text: 'say what would be taken in, and write nothing', value: flagValue }),
  option({ flags: '--skip-bad', text: 'take in the rest of a file with rows that are refused', value: flagValue }),
  fileOption,
  jsonOption,
] as const;

export const paymentTestOptions = [fileOption, jsonOption] as const;

export const paymentAssignOptions = [
  option({
    flags: '--payer <name>',
    text: "the payer's name as the bank shows it, where no source names it",
    value: textValue.optional(),
  }),
  option({
    flags: '--at <moment>',
    text: 'when it arrived, where its source names the day alone, for example 2026-11-21T09:30:00Z',
    value: momentValue.optional(),
  }),
  ...attachingOptions,
  ...sessionOptions,
] as const;

export const paymentRefuseOptions = [
  option({ flags: '--reason <text>', text: 'why; kept in the journal', value: textValue.optional() }),
  option({ flags: '--undo', text: 'it is refused no more', value: flagValue }),
  option({
    flags: '--by <name>',
    text: 'who does it; kept in the journal (default: $USER)',
    value: textValue.optional(),
  }),
  keyOption,
  ...paymentShowOptions,
] as const;
