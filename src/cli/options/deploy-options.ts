import { z } from 'zod';
import { durationValue, flagValue, option } from '../kit/option-values.ts';
import { configOption, jsonOption } from './common-options.ts';

/** Temporal joins both by a colon, or by a dot. */
export const deploymentForm = /^[\w-]{1,40}$/;
export const buildIdForm = /^[\w.+-]{1,80}$/;

/** Options of every command about a deployment. */
export const deployOptions = [
  option({
    flags: '--deployment <name>',
    text: 'the deployment (default: PEERDESK_DEPLOYMENT, else the only one)',
    value: z.string().regex(deploymentForm, 'letters, digits, dash and underscore, at most 40').optional(),
  }),
  option({
    flags: '--timeout <duration>',
    text: 'how long to wait for the server (default: 30s)',
    value: durationValue.default(30_000),
  }),
  configOption,
  jsonOption,
] as const;

export const deployPromoteOptions = [
  option({ flags: '--yes', text: 'confirm it', value: flagValue }),
  option({
    flags: '--with-unversioned',
    text: 'also what has no version yet goes on with it, histories and all',
    value: flagValue,
  }),
  ...deployOptions,
] as const;

export const deployDrainOptions = [
  option({ flags: '--wait', text: 'wait until nothing is left', value: flagValue }),
  option({
    flags: '--wait-limit <duration>',
    text: 'wait at most so long (default: 7d)',
    value: durationValue.default(7 * 86_400_000),
  }),
  ...deployOptions,
] as const;
