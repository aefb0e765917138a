import type { OptionSpec } from '../../src/cli/kit/command-spec.ts';
import { releaseOptions } from '../../src/cli/options/release-options.ts';

/**
 * What an option of a command that writes does to what holds, or a rule that it names (test/cli/apply/rule-changes.ts):
 * asks: a looser value than the present one is asked about; live: it needs `--confirm-live`; agrees: it is the consent;
 * first: nothing holds yet that it could loosen; free: it bounds neither money nor prices.
 */
export type Effect = 'asks' | 'live' | 'agrees' | 'first' | 'free';

/** A command that writes: what its options do, and where the command as a whole is the consent, to what. */
export interface WritingCommand {
  /** Who types its name means this. */
  means?: string;
  options: Readonly<Record<string, Effect>>;
}

/** Returns the long name of an option. */
export const nameOf = ({ flags }: OptionSpec): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

const all = (specs: readonly OptionSpec[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(specs.map((spec) => [nameOf(spec), effect]));

const talk: Record<string, Effect> = Object.fromEntries(
  ['--account', '--config', '--timeout', '--json', '--by', '--note', '--reason', '--egress', '--log-level'].map(
    (name) => [name, 'free'],
  ),
);
const mode: Record<string, Effect> = { '--mode': 'live', '--confirm-live': 'agrees' };
const yes: Record<string, Effect> = { '--yes': 'agrees' };
const means = (text: string, options: Record<string, Effect> = {}): WritingCommand => ({ means: text, options });

const ofAds: Readonly<Record<string, WritingCommand>> = {
  'ad start': { options: { rule: 'first', ...mode } },
  'ad publish': { options: yes },
  'ad withdraw': means('nothing is published'),
  'ad edit': {
    options: {
      ...yes,
      ...mode,
      '--quantity': 'asks',
      '--min-order': 'asks',
      '--max-order': 'asks',
      '--pay-method': 'asks',
      '--pay-time': 'asks',
      '--remarks': 'asks',
      '--auto-reply': 'asks',
    },
  },
  'ad close': { options: { ...mode, '--confirm': 'agrees' } },
  'ad resolve': { options: { ...yes, '--outcome': 'asks', '--ad-number': 'free', '--key': 'free' } },
  'ad promote': { options: { '--confirm-live': 'agrees' } },
  'ad demote': means('it writes no more'),
  'ad pause': means('it is priced no more', { '--offline': 'free' }),
  'ad resume': means('it is priced again, by its rules'),
  'ad offline': means('the named ads leave the market', { '--all': 'free' }),
  'ad online': means('the named ads come back, at the price of their rules', { '--all': 'free' }),
  'ad reprice': means('its rules are looked at now'),
  'ad set': { options: { rule: 'asks', ...yes } },
  'ad override': means('this price for a time, within its limits', { '--price': 'free', '--for': 'free' }),
  'ad stop': means('it is kept no more'),
};

const ofOrders: Readonly<Record<string, WritingCommand>> = {
  'order start': { options: mode },
  'order approve-release': {
    options: { '--amount': 'agrees', '--each': 'free', '--despite': 'agrees', '--key': 'free' },
  },
  'order read': means('it was read'),
  'order say': { options: { ...yes, '--id': 'free', '--image': 'free', '--greeting': 'free' } },
  'order revoke': means('an approval less'),
  'order hold': means('no release'),
  'order unhold': means('its gate alone decides again', { '--key': 'free' }),
  'order verify-kyc': means('a counterparty was checked'),
  'order stop': { options: yes },
  'order received': {
    options: {
      '--amount': 'free',
      '--payer': 'free',
      '--despite': 'agrees',
      '--proof': 'free',
      '--at': 'free',
    },
  },
  'payment assign': { options: { '--payer': 'free', '--at': 'free', '--despite': 'agrees' } },
  'payment refuse': means('no release rests on it, or may again', { '--undo': 'free', '--key': 'free' }),
  'order not-received': means('a payment less', { '--payment': 'free' }),
  'order take': means('one works at it', { '--drop': 'free' }),
  'order transferred': means('it was paid', { '--proof': 'free', '--pay-id': 'free', '--despite': 'free' }),
  'order cancel': {
    options: { ...yes, '--despite-payment': 'agrees', '--key': 'free' },
  },
  'order record-outcome': {
    options: { ...yes, '--outcome': 'asks', '--placement': 'free', '--order-number': 'free', '--key': 'free' },
  },
  'order place': {
    options: {
      ...all(releaseOptions, 'asks'),
      ...mode,
      ...yes,
      '--ad': 'asks',
      '--side': 'asks',
      '--amount': 'asks',
      '--price': 'asks',
      '--asset': 'asks',
      '--fiat': 'asks',
      '--pay-id': 'asks',
      '--request-id': 'free',
      '--wait': 'free',
    },
  },
};

const ofDesks: Readonly<Record<string, WritingCommand>> = {
  'desk start': {
    options: {
      rule: 'first',
      ...all(releaseOptions, 'asks'),
      ...mode,
      ...yes,
      '--adopt-ads': 'first',
      '--limit-ratio': 'first',
      '--key': 'free',
    },
  },
  'desk set': { options: { ...all(releaseOptions, 'asks'), ...yes, '--key': 'free' } },
  'desk clear-ban': means('the ban is over'),
  'desk stop': means('no order is taken in', { '--with-ads': 'free' }),
  'desk kill': means('the switch is engaged'),
  'desk open': means('the switch is lifted', { '--key': 'free' }),
  'desk break': { options: yes },
  'desk business': { options: yes },
};

const ofPerson: Readonly<Record<string, WritingCommand>> = {
  'person block': means('no release to them'),
  'person allow': means('they are released to again', { '--key': 'free' }),
  'person import': means('what a file says of people', { '--dry-run': 'free', '--key': 'free' }),
  'person note': means('it is noted of them', { '--drop': 'free' }),
};

const ofRegister: Readonly<Record<string, WritingCommand>> = {
  'register explain': {
    options: {
      ...yes,
      '--released-in-app': 'asks',
      '--older-copy': 'free',
      '--count': 'agrees',
    },
  },
  'register free-payment': { options: { '--amount': 'agrees', '--payment': 'free', '--key': 'free' } },
  'register recover': { options: { ...yes, '--days': 'free' } },
  'register restore': { options: yes },
};

/** Every command that changes what is released, priced or offered, with its options. */
export const writingCommands: Readonly<Record<string, WritingCommand>> = {
  ...ofAds,
  ...ofOrders,
  ...ofDesks,
  ...ofPerson,
  ...ofRegister,
  recover: { options: { ...yes, ...mode } },
  'config apply': { options: { ...yes, '--key': 'free' } },
  'config reload': { options: yes },
  'deploy promote': { options: { ...yes, '--deployment': 'free', '--with-unversioned': 'free' } },
  'deploy drain': means('an old version takes no new work', {
    '--deployment': 'free',
    '--wait': 'free',
    '--wait-limit': 'free',
  }),
  call: { options: { ...yes, '--param': 'asks', '--body': 'asks', '--allow-unknown': 'free', '--list': 'free' } },
  watchdog: means('it takes ads off the market', {
    '--for': 'free',
    '--once': 'free',
    '--health-port': 'free',
    '--health-host': 'free',
    '--own-address': 'free',
  }),
};

/** Those of every command that asks a workflow for something. */
export const commonOptions: Readonly<Record<string, Effect>> = talk;

/** Commands that change nothing of a desk: they show, check, prepare files or run a process of their own. */
export const otherCommands: readonly string[] = `
  up, start, init, worker, door, doctor, server, simulator, notify, replay, audit, temporal, version, record, tune, completion,
  ad import, ad list, ad show, ad explain, ad watch, ad diff, order list, order history, order show, order chat, order dossier, desk show,
  desk payments, payment list, payment show, payment import, payment test, person list, person show, config validate, config show, config schema, config diff, deploy status, approver init, approver list,
  codec new-key, codec serve, codec check, register backup, register create, register show,
  report day, report week, report month, report year, report check
`
  .split(',')
  .map((name) => name.trim());
