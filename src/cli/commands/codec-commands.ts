import type { CommandGroup } from '../kit/command-spec.ts';
import { configOption, jsonOption } from './common-options.ts';

export const codecGroup: CommandGroup = {
  name: 'codec',
  summary: 'seal what Temporal stores: keys, the server that opens it for the Web UI, and what is sealed already',
  commands: [
    {
      usage: 'new-key',
      summary: 'make a key that seals payloads, in a file for this user alone',
      options: [
        { flags: '--file <file>', text: 'the file of keys (default: PEERDESK_CODEC_KEYS_FILE)' },
        { flags: '--first', text: 'the new key seals at once; without it a key that is added only opens' },
        configOption,
        jsonOption,
      ],
      examples: ['peerdesk codec new-key --file ~/.peerdesk/codec-keys'],
      notes:
        'A key changes in two steps: add the new one and bring the file to every process; then move its line to the top.\nThe key itself is printed nowhere.',
      load: async () => (await import('../codec/codec-new-key.ts')).codecNewKey,
    },
    {
      usage: 'serve',
      summary: 'open sealed payloads for the Web UI in a browser, until it is stopped',
      options: [
        { flags: '--host <host>', text: 'address to listen on (default: 127.0.0.1)' },
        { flags: '--port <n>', text: 'port, 0 for any (default: 8401)' },
        {
          flags: '--origin <origin>',
          text: "the Web UI's origin; may be repeated (default: http://127.0.0.1:8233, http://localhost:8233)",
          repeats: true,
        },
        { flags: '--name <host>', text: 'another name of this server, behind a reverse proxy', repeats: true },
        {
          flags: '--token-file <file>',
          text: 'the token that it asks for; made if absent (default: PEERDESK_CODEC_TOKEN_FILE)',
        },
        configOption,
        jsonOption,
      ],
      examples: ['peerdesk codec serve --token-file ~/.peerdesk/codec-token'],
      notes:
        'It opens; it seals only for a workflow that the request names (X-Peerdesk-Workflow), which the Web UI does not: give\ncommands with peerdesk or `peerdesk temporal`, which needs no codec server. Off this machine put TLS in front of it.',
      load: async () => (await import('../process/codec-serve.ts')).codecServe,
    },
    {
      usage: 'check',
      summary: 'list the runs with payloads in clear, or sealed with a key that is missing here',
      options: [
        { flags: '--timeout <duration>', text: 'how long it may take (default: 10m)' },
        configOption,
        jsonOption,
      ],
      examples: ['peerdesk codec check'],
      notes: 'Exit code 1 while there is such a run: PEERDESK_CODEC=strict would stop it.',
      load: async () => (await import('../codec/codec-check.ts')).codecCheck,
    },
  ],
};
