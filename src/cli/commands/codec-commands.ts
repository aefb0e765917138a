import type { CommandGroup } from '../command-spec.ts';
import { jsonOption } from './common-options.ts';

export const codecGroup: CommandGroup = {
  name: 'codec',
  summary: 'seal what Temporal stores: keys, and what is sealed already',
  commands: [
    {
      usage: 'new-key',
      summary: 'make a key that seals payloads, in a file for this user alone',
      options: [
        { flags: '--file <file>', text: 'the file of keys (default: PEERDESK_CODEC_KEYS_FILE)' },
        { flags: '--first', text: 'the new key seals at once; without it a key that is added only opens' },
        jsonOption,
      ],
      examples: ['peerdesk codec new-key --file ~/.peerdesk/codec-keys'],
      notes:
        'A key changes in two steps: add the new one and bring the file to every process; then move its line to the top.\nThe key itself is printed nowhere.',
      load: async () => (await import('../codec/codec-new-key.ts')).codecNewKey,
    },
    {
      usage: 'check',
      summary: 'list the runs with payloads in clear, or sealed with a key that is missing here',
      options: [{ flags: '--timeout <duration>', text: 'how long it may take (default: 10m)' }, jsonOption],
      examples: ['peerdesk codec check'],
      notes: 'Exit code 1 while there is such a run: PEERDESK_CODEC=strict would stop it.',
      load: async () => (await import('../codec/codec-check.ts')).codecCheck,
    },
  ],
};
