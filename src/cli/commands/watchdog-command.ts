import type { CommandSpec } from '../kit/command-spec.ts';
import { accountOption, configOption, jsonOption, logLevelOption } from './common-options.ts';

export const watchdogCommand: CommandSpec = {
  usage: 'watchdog',
  summary: 'take the ads offline when the desk looks at no market any more; best on another machine',
  options: [
    accountOption,
    { flags: '--egress <name>', text: 'which outgoing address of the configuration file; needed when it has several' },
    configOption,
    { flags: '--for <duration>', text: 'end after this time (default: run until SIGINT or SIGTERM)' },
    { flags: '--once', text: 'look once, print what is seen, act on nothing; exit code 1: no one looks at the market' },
    {
      flags: '--own-address',
      text: 'this machine calls from another address than the workers: a ban of theirs does not hold here',
    },
    { flags: '--accept-broken-histories', text: 'as `peerdesk worker` has it' },
    logLevelOption,
    jsonOption,
  ],
  examples: ['peerdesk watchdog --own-address', 'peerdesk watchdog --once'],
  notes:
    'Reads the configuration of a worker, and needs its keys. After watchdogMs (five minutes) without a look it engages\nthe kill switch ads, takes the ads that the desk keeps offline, and notifies the merchant; ads come back by a person alone.',
  load: async () => (await import('../watchdog/watchdog-run.ts')).watchdog,
};
