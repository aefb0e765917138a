import type { CommandGroup } from '../command-spec.ts';
import { jsonOption } from './common-options.ts';

/** These commands are about the file itself: nothing else of theirs is completed from it. */
const fileOption = {
  flags: '--config <file>',
  text: "the file (default: PEERDESK_CONFIG, else ./peerdesk.toml, else the user's configuration folder)",
};

export const configGroup: CommandGroup = {
  name: 'config',
  summary: 'check and show the configuration file, peerdesk.toml',
  commands: [
    {
      usage: 'validate [file]',
      summary: 'list every mistake in the file, with its line and what to write',
      options: [fileOption, jsonOption],
      examples: ['peerdesk config validate', 'peerdesk config validate /etc/peerdesk/peerdesk.toml --json'],
      notes: 'Also reads the files and variables that the file names. Exit code 4 when there is a mistake.',
      load: async () => (await import('../config/config-validate.ts')).configValidate,
    },
    {
      usage: 'show',
      summary: 'show the values that count: environment over file over default',
      options: [
        { flags: '--origin', text: 'show defaults too, and where each value comes from' },
        fileOption,
        jsonOption,
      ],
      examples: ['peerdesk config show --origin'],
      notes: 'Secrets are never shown, only the files and variables that hold them.',
      load: async () => (await import('../config/config-show.ts')).configShow,
    },
    {
      usage: 'schema',
      summary: 'print the JSON Schema of the file, with which editors complete and check it',
      options: [jsonOption],
      examples: ['peerdesk config schema'],
      notes: 'Write it to a file, and name that in the first line of yours: #:schema ./peerdesk.schema.json',
      load: async () => (await import('../config/config-schema.ts')).configSchema,
    },
  ],
};
