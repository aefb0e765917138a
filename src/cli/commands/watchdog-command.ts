import type { CommandSpec } from '../kit/command-spec.ts';
import { watchdogOptions } from '../options/watchdog-options.ts';

export const watchdogCommand: CommandSpec = {
  usage: 'watchdog',
  summary: 'take the ads offline when the desk looks at no market any more; best on another machine',
  options: watchdogOptions,
  examples: ['peerdesk watchdog --own-address', 'peerdesk watchdog --once'],
  notes:
    'Reads the configuration of a worker, and needs its keys. It is a plain process: it starts and acts\nwithout Temporal. After watchdogMs (five minutes) without a look, or without an answer of Temporal, it engages the kill\nswitch ads, takes the ads that the desk keeps offline, and notifies the merchant; ads come back by a person alone.',
  load: async () => (await import('../watchdog/watchdog-run.ts')).watchdog,
};
