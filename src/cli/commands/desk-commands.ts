import type { CommandGroup } from '../kit/command-spec.ts';
import {
  deskBreakOptions,
  deskBusinessOptions,
  deskClearBanOptions,
  deskKillOptions,
  deskOpenOptions,
  deskPaymentsOptions,
  deskSetOptions,
  deskShowOptions,
  deskStartOptions,
  deskStopOptions,
} from '../options/desk-options.ts';

export const deskGroup: CommandGroup = {
  name: 'desk',
  summary: 'run an account: take orders in, adopt ads, set kill switches and release rules',
  commands: [
    {
      usage: 'start [rule...]',
      summary: "start an account's desk, which manages every incoming order",
      options: deskStartOptions,
      examples: [
        'peerdesk desk start --mode shadow',
        'peerdesk desk start --mode live --confirm-live --release approve --adopt-ads --limit-ratio 0.01 strategy.kind=match',
      ],
      notes:
        'Release policy paid releases as soon as the order is marked paid, without checking the bank: it works on a proven\nsimulator only. Release options are stored for the account and outlive its desk. On a running desk, --mode changes\nthe mode; open orders and ads of another mode are counted, and change with --yes. `peerdesk ad start --help` lists the\nrules of ads that are adopted; their limits come from their own prices.',
      load: async () => (await import('../desk/desk-start.ts')).deskStart,
    },
    {
      usage: 'show',
      summary: 'show the desk: mode, release rules, kill switches, intake, ban',
      options: deskShowOptions,
      examples: ['peerdesk desk show --json', 'peerdesk desk show --watch'],
      load: async () => (await import('../desk/desk-show.ts')).deskShow,
    },
    {
      usage: 'payments',
      summary: 'show what capped payment methods have carried today, what is left, and when the day ends',
      options: deskPaymentsOptions,
      examples: ['peerdesk desk payments', 'peerdesk desk payments --all-accounts --json'],
      notes: 'By the last looks of the running ads: needs no keys. A method without a cap is not counted.',
      load: async () => (await import('../desk/desk-payments.ts')).deskPayments,
    },
    {
      usage: 'set',
      summary: "change the account's release rules",
      options: deskSetOptions,
      examples: [
        'peerdesk desk set --release match --amount-cap "5000 BOB"',
        'peerdesk desk set --amount-cap off --yes',
      ],
      notes:
        'Omitted rules stay as they are; "off" removes one. What gets stricter holds for running orders, too, at once; what gets looser\nfor those that arrive from then on. Where approvals are signed, it takes the signature of an approver.',
      load: async () => (await import('../desk/desk-set.ts')).deskSet,
    },
    {
      usage: 'clear-ban',
      summary: 'declare the IP ban of an outgoing address over, so that calls leave again',
      options: deskClearBanOptions,
      examples: ['peerdesk desk clear-ban --note "new address"'],
      notes:
        'A call during a ban makes it longer: clear it only when the address has changed, or the service confirms it.',
      load: async () => (await import('../desk/desk-clear-ban.ts')).deskClearBan,
    },
    {
      usage: 'stop',
      summary: 'stop taking orders in; running orders and ads continue',
      options: deskStopOptions,
      examples: ['peerdesk desk stop --note "holidays"'],
      load: async () => (await import('../desk/desk-stop.ts')).deskStop,
    },
    {
      usage: 'kill [switch]',
      summary: 'engage a kill switch: all (default), releases, repricing or ads (takes them off the market)',
      options: deskKillOptions,
      examples: ['peerdesk desk kill', 'peerdesk desk kill releases --reason "bank is down"'],
      notes:
        'Needs neither a desk nor a worker: it also stops what a stopped desk left running, and later workers obey it. It answers\nonce no call that was let go before can still leave, within seconds, and names what may have left. Exit code 7: Temporal alone\nhas it, because neither the register nor a worker answers here; 8: the register alone has it, because Temporal does not.',
      load: async () => (await import('../desk/desk-switch.ts')).deskKill,
    },
    {
      usage: 'open [switch]',
      summary: 'lift a kill switch: all (default), releases, repricing or ads',
      options: deskOpenOptions,
      examples: ['peerdesk desk open releases --reason "bank is back"'],
      notes:
        'Lifts only the named switch and prints which others stay engaged. Where the register is on another machine it still holds\nthe switch: exit code 7, and what to run there. Where approvals are signed it takes the signature of an approver.',
      load: async () => (await import('../desk/desk-switch.ts')).deskOpen,
    },
    {
      usage: 'break <what>',
      summary: 'begin (start) or end (end) a break of the merchant: no ad can be traded during it',
      options: deskBreakOptions,
      examples: ['peerdesk desk break start --note lunch', 'peerdesk desk break end --yes'],
      notes:
        'The service says how long a break lasts. Prices are refused meanwhile (83230): an ad that meets it is offline\nuntil `peerdesk ad resume`, also when the break is over.',
      load: async () => (await import('../desk/desk-business.ts')).deskBreak,
    },
    {
      usage: 'business <what>',
      summary: 'open (open) or close (close) the merchant’s business at the service',
      options: deskBusinessOptions,
      examples: ['peerdesk desk business close --note holidays --yes', 'peerdesk desk business open --yes'],
      notes:
        'Closed, no ad can be traded and prices are refused (83229): an ad that meets it is offline until `peerdesk ad\nresume`, also when the business is open again. Opening needs open kill switches ads and repricing.',
      load: async () => (await import('../desk/desk-business.ts')).deskBusiness,
    },
  ],
};
