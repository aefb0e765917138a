import type { CommandGroup } from '../kit/command-spec.ts';
import { codecCheckOptions, codecNewKeyOptions, codecServeOptions } from '../options/codec-options.ts';

export const codecGroup: CommandGroup = {
  name: 'codec',
  summary: 'seal what Temporal stores: keys, the server that opens it for the Web UI, and what is sealed already',
  commands: [
    {
      usage: 'new-key',
      summary: 'make a key that seals payloads, in a file for this user alone',
      options: codecNewKeyOptions,
      examples: ['peerdesk codec new-key --file ~/.peerdesk/codec-keys'],
      notes:
        'A key changes in two steps: add the new one and bring the file to every process; then move its line to the top.\nThe key itself is printed nowhere.',
      load: async () => (await import('../codec/codec-new-key.ts')).codecNewKey,
    },
    {
      usage: 'serve',
      summary: 'open sealed payloads for the Web UI in a browser, until it is stopped',
      options: codecServeOptions,
      examples: ['peerdesk codec serve --token-file ~/.peerdesk/codec-token'],
      notes:
        'It opens; it seals only for a workflow that the request names (X-Peerdesk-Workflow), which the Web UI does not: give\ncommands with peerdesk or `peerdesk temporal`, which needs no codec server. Off this machine put TLS in front of it.',
      load: async () => (await import('../process/codec-serve.ts')).codecServe,
    },
    {
      usage: 'check',
      summary: 'list the runs with payloads in clear, or sealed with a key that is missing here',
      options: codecCheckOptions,
      examples: ['peerdesk codec check'],
      notes: 'Exit code 1 while there is such a run: PEERDESK_CODEC=strict would stop it.',
      load: async () => (await import('../codec/codec-check.ts')).codecCheck,
    },
  ],
};
