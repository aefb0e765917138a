import { option, textValue } from '../kit/option-values.ts';
import { sessionOptions } from './common-options.ts';

export const orderDossierOptions = [
  option({ flags: '--out <folder>', text: 'where it is written: a new folder', value: textValue.optional() }),
  option({ flags: '--key <name>', text: 'sign it with this key of this machine', value: textValue.optional() }),
  option({
    flags: '--public-key <key>',
    text: 'check: refuse another signature than that of this key',
    value: textValue.optional(),
  }),
  ...sessionOptions,
] as const;
