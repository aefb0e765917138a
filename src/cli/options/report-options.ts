import { z } from 'zod';
import { costMethods } from '../../domain/books/inventory.ts';
import { reportGroups } from '../../domain/books/report.ts';
import { aliasValue, flagValue, option, textValue } from '../kit/option-values.ts';
import { configOption, jsonOption } from './common-options.ts';

/** Programs that take a merchant's trades. */
const exportFormats = ['koinly', 'cointracker', 'cointracking', 'beancount'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const accountOption = option({
  flags: '--account <alias>',
  text: 'account (default: PEERDESK_ACCOUNT, else the only one of the register)',
  value: aliasValue.optional(),
});

export const reportOptions = [
  option({
    flags: '--by <group>',
    text: `sums by ${reportGroups.join(', ')} within each pair (default: pair)`,
    value: z.enum(reportGroups, `must be one of ${reportGroups.join(', ')}`).default('pair'),
  }),
  option({
    flags: '--cost <method>',
    text: 'cost of what was sold: average or fifo (default: average)',
    value: z.enum(costMethods, `must be one of ${costMethods.join(', ')}`).default('average'),
  }),
  option({
    flags: '--entries <file>',
    text: 'CSV of opening balances and transfers: at, kind (opening, in, out), asset, fiat, amount, cost',
    value: textValue.optional(),
  }),
  option({ flags: '--csv', text: 'print CSV for a spreadsheet, amounts in full', value: flagValue }),
  option({
    flags: '--export <format>',
    text: `write the completed trades for another program: ${exportFormats.join(', ')}; with --out`,
    value: z.enum(exportFormats, `must be one of ${exportFormats.join(', ')}`).optional(),
  }),
  option({ flags: '--out <file>', text: 'the file of --export: a new one', value: textValue.optional() }),
  accountOption,
  configOption,
  jsonOption,
] as const;

export const reportCheckOptions = [accountOption, configOption, jsonOption] as const;
