import { rulesHelp } from '../ad/rule-words.ts';
import type { CommandGroup, CommandSpec } from '../kit/command-spec.ts';
import {
  adCloseOptions,
  adDiffOptions,
  adEditOptions,
  adImportOptions,
  adOverrideOptions,
  adPauseOptions,
  adPromoteOptions,
  adPublishOptions,
  adResolveOptions,
  adSetOptions,
  adStartOptions,
  adWithdrawOptions,
  listOptions,
  marketOptions,
} from '../options/ad-options.ts';
import { actingOptions, sessionOptions } from '../options/common-options.ts';

function operatorCommand(name: string, summary: string): Omit<CommandSpec, 'load'> {
  return {
    usage: `${name} <ad-number>`,
    summary,
    options: actingOptions,
    examples: [`peerdesk ad ${name} 11485604983042220032 --note "lunch"`],
  };
}

export const adGroup: CommandGroup = {
  name: 'ad',
  summary: 'keep ads priced: start, list, explain, pause, change',
  commands: [
    {
      usage: 'start <ad-number> [rule...]',
      summary: 'start pricing an ad between a floor and a ceiling',
      options: adStartOptions,
      examples: [
        'peerdesk ad start 11485604983042220032 limits.floor=9.00 limits.ceiling=9.60',
        'peerdesk ad start 11485604983042220032 limits.floor=9.00 limits.ceiling=9.60 strategy.kind=rank strategy.rank=3 filter.min_finish_rate=0.95',
      ],
      notes: () =>
        `Default for the mode: that of the account’s running desk. Without a strategy it undercuts the best by one tick.\n\n${rulesHelp()}`,
      load: async () => (await import('../ad/ad-start.ts')).adStart,
    },
    {
      usage: 'publish <name>',
      summary: 'publish the ad of [ads.NAME] of peerdesk.toml, once, and keep it priced',
      options: adPublishOptions,
      examples: ['peerdesk ad publish usdt-bob'],
      notes:
        'The name owns its ad forever: a second call finds it and publishes nothing. One that waits for a human, because\nthe business was closed or the service refused it, is tried again. Waits for an answer for 1 minute by default.',
      load: async () => (await import('../apply/ad-publish.ts')).adPublish,
    },
    {
      usage: 'withdraw <name>',
      summary: 'give up publishing an ad that waits: for the business, a refusal or a time',
      options: adWithdrawOptions,
      examples: ['peerdesk ad withdraw usdt-bob --note "another day"'],
      notes:
        'Nothing was published, and nothing is; `peerdesk ad publish` begins again. One whose call may have left is not given\nup. The table in the file stays: the next `peerdesk config apply` wants to publish it.',
      load: async () => (await import('../apply/ad-publish.ts')).adWithdraw,
    },
    {
      usage: 'edit <ad-number>',
      summary: 'change what an ad offers; its price stays its rules’',
      options: adEditOptions,
      examples: ['peerdesk ad edit 11485604983042220032 --max-order 3000 --yes'],
      notes: 'Payment methods are replaced as a whole. One change of an ad at a time. Waits for 30 s by default.',
      load: async () => (await import('../apply/ad-change.ts')).adEdit,
    },
    {
      usage: 'close <ad-number>',
      summary: 'close an ad for good; asks for its number once more',
      options: adCloseOptions,
      examples: ['peerdesk ad close 11485604983042220032'],
      load: async () => (await import('../apply/ad-change.ts')).adClose,
    },
    {
      usage: 'import',
      summary: 'print the [ads] tables for the ads that exist and that peerdesk.toml does not name',
      options: adImportOptions,
      examples: ['peerdesk ad import --account main', 'peerdesk ad import --terms'],
      notes:
        'Reads the service with the keys of the account. Each ad gets limits 5 % around its price: write your own. ' +
        'Append what it prints to the file with >> peerdesk.toml.',
      load: async () => (await import('../ad/ad-import.ts')).adImport,
    },
    {
      usage: 'resolve <name>',
      summary: 'say whether an ad was published, where the service does not show it',
      options: adResolveOptions,
      notes:
        'That it was not published is kept in the register first, so say it on its machine. Where approvals are signed it takes the\nsignature of an approver.',
      examples: [
        'peerdesk ad resolve usdt-bob --outcome done --ad-number 11485604983042220032 --note "seen in the app"',
      ],
      load: async () => (await import('../apply/ad-publish.ts')).adResolve,
    },
    {
      usage: 'list',
      summary: 'list managed ads',
      options: listOptions,
      examples: [
        'peerdesk ad list',
        'peerdesk ad list --needs-human --json',
        'peerdesk ad list --all-accounts --watch',
      ],
      load: async () => (await import('../ad/ad-list.ts')).adList,
    },
    {
      usage: 'show <ad-number>',
      summary: 'show one ad: state, price, rank and why',
      options: sessionOptions,
      examples: ['peerdesk ad show 11485604983042220032'],
      load: async () => (await import('../ad/ad-show.ts')).adShow,
    },
    {
      usage: 'explain <ad-number>',
      summary: 'why the ad does what it does: who is in front, each step, what comes next',
      options: sessionOptions,
      examples: ['peerdesk ad explain 11485604983042220032'],
      load: async () => (await import('../ad/ad-explain.ts')).adExplain,
    },
    {
      usage: 'watch <ad-number>',
      summary: 'show the same live until Ctrl-C; a line for each change when piped',
      options: sessionOptions,
      examples: ['peerdesk ad watch 11485604983042220032'],
      load: async () => (await import('../ad/ad-watch.ts')).adWatch,
    },
    {
      usage: 'diff [ad-number...]',
      summary: 'compare the prices that the rules want with the actual ones, over time',
      options: adDiffOptions,
      examples: ['peerdesk ad diff 11485604983042220032', 'peerdesk ad diff --all --since 3d --json'],
      notes:
        'Says whether an ad in shadow is ready to be promoted, and in live how long a price took. Begins afresh with other\nrules and with another mode. The last 100 changes are kept, and a week of figures.',
      load: async () => (await import('../ad/ad-diff.ts')).adDiff,
    },
    {
      ...operatorCommand('promote', 'let a single ad write that was held in shadow, after showing its figures'),
      options: adPromoteOptions,
      notes:
        'Needs a look of the last five minutes. The worker is the ceiling: what its file or PEERDESK_SHADOW_ADS holds in\nshadow is not written.',
      load: async () => (await import('../ad/ad-promote.ts')).adPromote,
    },
    {
      ...operatorCommand('demote', 'hold a single ad in shadow: nothing of it is written from then on'),
      load: async () => (await import('../ad/ad-promote.ts')).adDemote,
    },
    {
      ...operatorCommand('pause', 'stop repricing; the ad stays online at its price, unless its rules say otherwise'),
      options: adPauseOptions,
      load: async () => (await import('../ad/ad-operate.ts')).adPause,
    },
    {
      ...operatorCommand('resume', 'continue after a pause, a closed business, or offline by this desk'),
      load: async () => (await import('../ad/ad-operate.ts')).adResume,
    },
    {
      usage: 'offline [ad-number...]',
      summary: 'take ads off the market, also paused ones; only online or resume puts them back',
      options: marketOptions,
      examples: [
        'peerdesk ad offline 11485604983042220032 --reason "the bank is down"',
        'peerdesk ad offline --all --reason holidays',
      ],
      notes:
        'The ad is offline once a read has shown it. Without a worker the command is kept and carried out as soon as one runs.',
      load: async () => (await import('../ad/ad-market-place.ts')).adOffline,
    },
    {
      usage: 'online [ad-number...]',
      summary: 'put ads back on the market as they were: a paused one stays paused',
      options: marketOptions,
      examples: ['peerdesk ad online 11485604983042220032', 'peerdesk ad online --all'],
      notes: 'With --all only those that this desk took off the market: what you did in the app stays.',
      load: async () => (await import('../ad/ad-market-place.ts')).adOnline,
    },
    {
      ...operatorCommand('reprice', 'check the market now; ends a cooldown or a block early'),
      load: async () => (await import('../ad/ad-operate.ts')).adReprice,
    },
    {
      usage: 'set <ad-number> [rule...]',
      summary: 'change rules of an ad; what is not named stays',
      options: adSetOptions,
      examples: [
        'peerdesk ad set 11485604983042220032 limits.ceiling=9.80',
        'peerdesk ad set 11485604983042220032 strategy.kind=undercut strategy.ticks=2',
      ],
      notes: rulesHelp,
      load: async () => (await import('../ad/ad-set.ts')).adSet,
    },
    {
      usage: 'override <ad-number>',
      summary: 'set a price by hand for a while; limits and exclusion zone still apply',
      options: adOverrideOptions,
      examples: ['peerdesk ad override 11485604983042220032 --price 9.35 --for 30m'],
      load: async () => (await import('../ad/ad-operate.ts')).adOverride,
    },
    {
      ...operatorCommand('stop', 'stop managing an ad; it stays as it is at the service'),
      load: async () => (await import('../ad/ad-operate.ts')).adStop,
    },
  ],
};
