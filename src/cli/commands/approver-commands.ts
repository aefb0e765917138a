import type { CommandGroup } from '../command-spec.ts';
import { jsonOption } from './common-options.ts';

export const approverGroup: CommandGroup = {
  name: 'approver',
  summary: 'keys of those who approve releases, for workers that count signed approvals only',
  commands: [
    {
      usage: 'init <name>',
      summary: 'make a key pair; prints the public key for the worker',
      options: [jsonOption],
      examples: ['peerdesk approver init ana'],
      notes: 'The private key is a file of this user alone, in PEERDESK_APPROVER_DIR (default: ~/.peerdesk/approvers).',
      load: async () => (await import('../approver/approver-init.ts')).approverInit,
    },
    {
      usage: 'list',
      summary: 'the keys of this machine',
      options: [jsonOption],
      examples: ['peerdesk approver list'],
      load: async () => (await import('../approver/approver-list.ts')).approverList,
    },
  ],
};
