import type { CommandGroup } from '../kit/command-spec.ts';
import { deployDrainOptions, deployOptions, deployPromoteOptions } from '../options/deploy-options.ts';

export const deployGroup: CommandGroup = {
  name: 'deploy',
  summary: 'roll a new version out beside the old one: orders end where they began, the rest goes on with the new one',
  commands: [
    {
      usage: 'status',
      summary: 'list the versions: which one is current, who serves each, and what is left on it',
      options: deployOptions,
      examples: ['peerdesk deploy status --json'],
      notes:
        'A worker with PEERDESK_DEPLOYMENT=NAME belongs to a deployment; its version is PEERDESK_BUILD_ID, or the\nrelease with a hash of the workflows.',
      load: async () => (await import('../deploy/deploy-status.ts')).deployStatus,
    },
    {
      usage: 'promote <version>',
      summary: 'make a version the current one; an earlier one, to roll back',
      options: deployPromoteOptions,
      examples: ['peerdesk deploy promote 0.2.0-1f2e3d4c'],
      notes:
        'Refused unless workers of that version serve. What began without a deployment first gets the version that is\ncurrent; refused while one has none. Exit code 1: it is promoted, and something has no version yet.',
      load: async () => (await import('../deploy/deploy-promote.ts')).deployPromote,
    },
    {
      usage: 'drain <version>',
      summary: 'say what is left on an old version, and whether its worker may be stopped',
      options: deployDrainOptions,
      examples: ['peerdesk deploy drain 0.1.0-a1b2c3d4 --wait'],
      notes:
        'Exit code 0: its worker may be stopped; 1: not yet; 5: not within the limit; 6: it is the current version.',
      load: async () => (await import('../deploy/deploy-drain.ts')).deployDrain,
    },
  ],
};
