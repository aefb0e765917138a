import type { CommandGroup } from '../command-spec.ts';
import { modeOptions, operatorOptions, pricingOptions, releaseOptions, sessionOptions } from './common-options.ts';

const reasonOption = { flags: '--reason <text>', text: 'why; stands in the history' };
const operatorName = { flags: '--by <name>', text: 'who does it; stands in the history (default: $USER)' };

export const deskGroup: CommandGroup = {
  name: 'desk',
  summary: 'take an account over: intake of its orders, its ads, its kill switches',
  commands: [
    {
      usage: 'start',
      summary: "start an account's desk: every order that arrives is carried",
      options: [
        ...modeOptions,
        ...releaseOptions,
        { flags: '--adopt-ads', text: "also keep the account's online ads, priced by the strategy options below" },
        { flags: '--limit-ratio <ratio>', text: 'how far an adopted ad may go from its present price (default: 0.02)' },
        ...pricingOptions,
        {
          flags: '--egress <name>',
          text: 'outgoing address that accounts share (default: PEERDESK_EGRESS, else default)',
        },
        { flags: '--yes', text: 'yes, hand open orders and ads of another mode over to this one' },
        ...operatorOptions,
        ...sessionOptions,
      ],
      examples: [
        'peerdesk desk start --mode shadow',
        'peerdesk desk start --mode live --confirm-live --release approve --adopt-ads --limit-ratio 0.01 --ticks 1',
      ],
      notes:
        'Release policy paid releases as soon as the order is marked paid, without looking at the bank: it is refused\nunless the service is on loopback. Release options are kept for the account, also when its desk ends. Over a desk that\nruns --mode changes its mode; open orders and ads of another mode are counted and handed over with --yes.',
      load: async () => (await import('../desk/desk-start.ts')).deskStart,
    },
    {
      usage: 'show',
      summary: 'one desk: mode, release rules, kill switches, intake, ban',
      options: sessionOptions,
      examples: ['peerdesk desk show --json'],
      load: async () => (await import('../desk/desk-show.ts')).deskShow,
    },
    {
      usage: 'set',
      summary: 'change the release rules of an account, for orders that arrive from then on',
      options: [...releaseOptions, ...sessionOptions],
      examples: ['peerdesk desk set --release match --amount-cap "5000 BOB"', 'peerdesk desk set --amount-cap off'],
      notes:
        'What is not given stays as it is; "off" takes a rule away. Orders that run keep the rules they began with.',
      load: async () => (await import('../desk/desk-set.ts')).deskSet,
    },
    {
      usage: 'clear-ban',
      summary: 'say that the IP ban of an outgoing address is over: calls leave again',
      options: [
        { flags: '--egress <name>', text: 'the outgoing address (default: PEERDESK_EGRESS, else default)' },
        ...operatorOptions,
        ...sessionOptions,
      ],
      examples: ['peerdesk desk clear-ban --note "new address"'],
      notes: 'A call during a ban makes it longer: clear it only when the address has changed, or the service says so.',
      load: async () => (await import('../desk/desk-clear-ban.ts')).deskClearBan,
    },
    {
      usage: 'stop',
      summary: 'stop taking orders in; orders and ads that run go on',
      options: [
        {
          flags: '--with-ads',
          text: 'also stop keeping every ad of the account; they stay at the service as they are',
        },
        ...operatorOptions,
        ...sessionOptions,
      ],
      examples: ['peerdesk desk stop --note "holidays"'],
      load: async () => (await import('../desk/desk-stop.ts')).deskStop,
    },
    {
      usage: 'kill [switch]',
      summary: 'engage a kill switch: all (default), releases or repricing',
      options: [reasonOption, operatorName, ...sessionOptions],
      examples: ['peerdesk desk kill', 'peerdesk desk kill releases --reason "bank is down"'],
      notes:
        'Needs neither a desk nor a worker: it stops what a stopped desk left running, and holds when a worker comes.',
      load: async () => (await import('../desk/desk-guard.ts')).deskKill,
    },
    {
      usage: 'open [switch]',
      summary: 'lift a kill switch again: all (default), releases or repricing',
      options: [reasonOption, operatorName, ...sessionOptions],
      examples: ['peerdesk desk open releases --reason "bank is back"'],
      notes: 'Lifts the one switch that it names and says which others stay engaged.',
      load: async () => (await import('../desk/desk-guard.ts')).deskOpen,
    },
    {
      usage: 'block <counterparty>',
      summary: 'never release to this counterparty',
      options: [...operatorOptions, ...sessionOptions],
      examples: ['peerdesk desk block s1a2b3c4 --note "chargeback"'],
      load: async () => (await import('../desk/desk-guard.ts')).deskBlock,
    },
    {
      usage: 'unblock <counterparty>',
      summary: 'take a counterparty off the block list',
      options: [...operatorOptions, ...sessionOptions],
      examples: ['peerdesk desk unblock s1a2b3c4'],
      load: async () => (await import('../desk/desk-guard.ts')).deskUnblock,
    },
  ],
};
