import { aliasValue, flagValue, option, shareValue, textValue } from '../kit/option-values.ts';
import {
  keyOption,
  modeOptions,
  operatorName,
  operatorOptions,
  sessionOptions,
  watchOption,
} from './common-options.ts';
import { releaseOptions } from './release-options.ts';

const reasonOption = option({
  flags: '--reason <text>',
  text: 'why; recorded in the history',
  value: textValue.optional(),
});

const consentOption = option({ flags: '--yes', text: 'confirm it: required for mode live', value: flagValue });

export const deskStartOptions = [
  ...modeOptions,
  ...releaseOptions,
  option({
    flags: '--adopt-ads',
    text: "also price the account's online ads, by the rules that are named",
    value: flagValue,
  }),
  option({
    flags: '--limit-ratio <ratio>',
    text: 'how far an adopted ad may move from its current price (default: 0.02)',
    value: shareValue.optional(),
  }),
  option({
    flags: '--egress <name>',
    text: 'outgoing address, shared by accounts (default: PEERDESK_EGRESS, else default)',
    value: aliasValue.optional(),
  }),
  option({
    flags: '--yes',
    text: 'confirm: change open orders and ads of another mode to this one; set looser or unusual rules',
    value: flagValue,
  }),
  keyOption,
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const deskShowOptions = [watchOption, ...sessionOptions] as const;

export const deskPaymentsOptions = [
  option({ flags: '--all-accounts', text: 'of every account of this Temporal', value: flagValue }),
  watchOption,
  ...sessionOptions,
] as const;

export const deskSetOptions = [
  ...releaseOptions,
  option({
    flags: '--yes',
    text: 'agree to what loosens a rule, and to rules that are hardly meant',
    value: flagValue,
  }),
  { ...keyOption, text: 'sign what loosens with this key (default: the key of --by, if there is one)' },
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const deskClearBanOptions = [
  option({
    flags: '--egress <name>',
    text: 'the outgoing address (default: PEERDESK_EGRESS, else default)',
    value: aliasValue.optional(),
  }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const deskStopOptions = [
  option({
    flags: '--with-ads',
    text: "also stop managing the account's ads; they stay unchanged at the service",
    value: flagValue,
  }),
  ...operatorOptions,
  ...sessionOptions,
] as const;

export const deskKillOptions = [reasonOption, operatorName, ...sessionOptions] as const;

export const deskOpenOptions = [reasonOption, operatorName, keyOption, ...sessionOptions] as const;

export const deskBreakOptions = [consentOption, ...operatorOptions, ...sessionOptions] as const;

export const deskBusinessOptions = [consentOption, ...operatorOptions, ...sessionOptions] as const;
