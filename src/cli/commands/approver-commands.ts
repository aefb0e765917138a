import type { CommandGroup } from '../kit/command-spec.ts';
import { approverInitOptions, approverListOptions } from '../options/approver-options.ts';

export const approverGroup: CommandGroup = {
  name: 'approver',
  summary: "manage approvers' keys, for workers that require signed approvals",
  commands: [
    {
      usage: 'init <name>',
      summary: 'create a key pair and print the public key for the worker',
      options: approverInitOptions,
      examples: ['peerdesk approver init ana'],
      notes:
        'Only this user can read the private key, a file in PEERDESK_APPROVER_DIR (default: ~/.peerdesk/approvers).',
      load: async () => (await import('../approver/approver-init.ts')).approverInit,
    },
    {
      usage: 'list',
      summary: 'list the keys of this machine, and those that the configuration names',
      options: approverListOptions,
      examples: ['peerdesk approver list'],
      load: async () => (await import('../approver/approver-list.ts')).approverList,
    },
  ],
};
