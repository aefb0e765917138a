import { jsonOption } from './common-options.ts';

export const approverInitOptions = [jsonOption] as const;

export const approverListOptions = [jsonOption] as const;
