import type { CommandGroup } from '../kit/command-spec.ts';
import {
  configApplyOptions,
  configReloadOptions,
  configSchemaOptions,
  configShowOptions,
  configValidateOptions,
  planOptions,
} from '../options/config-options.ts';

export const configGroup: CommandGroup = {
  name: 'config',
  summary: 'check, show and apply the configuration file, peerdesk.toml',
  commands: [
    {
      usage: 'validate [file]',
      summary: 'list every mistake in the file, with its line and what to write',
      options: configValidateOptions,
      examples: ['peerdesk config validate', 'peerdesk config validate /etc/peerdesk/peerdesk.toml --json'],
      notes: 'Also reads the files and variables that the file names. Exit code 4 when there is a mistake.',
      load: async () => (await import('../config/config-validate.ts')).configValidate,
    },
    {
      usage: 'show',
      summary: 'show the values that count: environment over file over default',
      options: configShowOptions,
      examples: ['peerdesk config show --origin'],
      notes: 'Secrets are never shown, only the files and variables that hold them.',
      load: async () => (await import('../config/config-show.ts')).configShow,
    },
    {
      usage: 'schema',
      summary: 'print the JSON Schema of the file, with which editors complete and check it',
      options: configSchemaOptions,
      examples: ['peerdesk config schema'],
      notes: 'Write it to a file, and name that in the first line of yours: #:schema ./peerdesk.schema.json',
      load: async () => (await import('../config/config-schema.ts')).configSchema,
    },
    {
      usage: 'diff',
      summary: 'compare the file with what runs, and print what apply would do',
      options: planOptions,
      examples: ['peerdesk config diff', 'peerdesk config diff --account main --json'],
      notes:
        'Exit code 0 when there is nothing to do, 10 when there is something, 6 when only another file ends what differs.\nChanges about money are marked.',
      load: async () => (await import('../apply/config-diff.ts')).configDiff,
    },
    {
      usage: 'apply',
      summary: 'make what runs what the file says: start, change and stop desks and ads, set release rules',
      options: configApplyOptions,
      examples: ['peerdesk config apply', 'peerdesk config apply --yes --note "cap agreed with ana"'],
      notes:
        'Asks before it loosens: a policy that asks for less, a higher cap, fewer approvers, a lower demand on the\ncounterparty, a switch that is lifted, a shorter block list, a mode that writes, an ad whose limits let worse prices\nthrough. Stricter changes come first, and a run that was cut off is repeated. Exit code 1 when a workflow refused a change,\n6 when the file wants of an ad what it can never be.',
      load: async () => (await import('../apply/config-apply.ts')).configApply,
    },
    {
      usage: 'reload',
      summary: 'let the running workers of the file read it again: accounts, keys, modes, their own limits, settings',
      options: configReloadOptions,
      examples: ['peerdesk config reload', 'peerdesk config reload --egress home --yes'],
      notes:
        'Says which accounts were added, dropped and changed, what is held and what needs a restart. Only what differs begins\nagain: money steps of the other accounts go on. A file with a mistake changes nothing (exit code 4). SIGHUP does the\nsame without asking: what loosens is held, and the stricter value counts. Exit code 3 when no worker runs here.',
      load: async () => (await import('../reload/config-reload.ts')).configReload,
    },
  ],
};
