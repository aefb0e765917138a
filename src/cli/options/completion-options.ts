import { jsonOption } from './common-options.ts';

export const completionOfOptions = [jsonOption] as const;
