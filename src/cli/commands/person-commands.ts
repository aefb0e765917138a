import type { CommandGroup } from '../kit/command-spec.ts';
import {
  personAllowOptions,
  personBlockOptions,
  personImportOptions,
  personListOptions,
  personNoteOptions,
  personReadOptions,
} from '../options/person-options.ts';

export const personGroup: CommandGroup = {
  name: 'person',
  summary: 'say who is not traded with, what is to be known of a person, and what was with them before',
  commands: [
    {
      usage: 'block <person>',
      summary: 'never release to this person, and hold their orders: a user number, or nickname:NAME',
      options: personBlockOptions,
      examples: ['peerdesk person block s1a2b3c4 --note "chargeback"', 'peerdesk person block nickname:Mallory'],
      notes:
        '`peerdesk order show` names the user number. A nickname can change and is not unique. While the list is not empty,\nnothing is released to a person who is not known, either.',
      load: async () => (await import('../person/person-block.ts')).personBlock,
    },
    {
      usage: 'allow <person>',
      summary: 'remove a person from the block list',
      options: personAllowOptions,
      examples: ['peerdesk person allow s1a2b3c4'],
      notes:
        'Type it as `peerdesk person list` has it. Orders that were held stay held until `peerdesk order unhold`. Where approvals are\nsigned it takes the signature of an approver.',
      load: async () => (await import('../person/person-block.ts')).personAllow,
    },
    {
      usage: 'note <person>',
      summary: 'remark something of a person, which is shown with their orders; it restricts nothing',
      options: personNoteOptions,
      examples: ['peerdesk person note s1a2b3c4 --note "pays in parts"'],
      notes:
        'In place of the note before, which the journal keeps. Needs the register on this machine, and no Temporal.',
      load: async () => (await import('../person/person-note.ts')).personNote,
    },
    {
      usage: 'import <file>',
      summary: 'block, allow and note the people of a CSV file, all of them or none',
      options: personImportOptions,
      examples: ['peerdesk person import people.csv --dry-run', 'peerdesk person import people.csv'],
      notes:
        'Columns person, word (block, allow, note), text and by, as `peerdesk person list --csv` writes them. No one is left out of the list who is\nnot in the file. To allow someone takes a worker, and a signature where approvals are signed. Repeated it changes nothing.',
      load: async () => (await import('../person/person-import.ts')).personImport,
    },
    {
      usage: 'list',
      summary: 'list who is blocked and of whom something is noted, with who said so, when and why',
      options: personListOptions,
      examples: ['peerdesk person list', 'peerdesk person list --csv'],
      notes: 'Reads the register, and needs neither Temporal nor a worker.',
      load: async () => (await import('../person/person-list.ts')).personList,
    },
    {
      usage: 'show <person>',
      summary: 'show one person: block, note, and the orders with this account',
      options: personReadOptions,
      examples: ['peerdesk person show s1a2b3c4', 'peerdesk person show s1a2b3c4 --json'],
      notes: 'Orders are known by user number, since the desk has carried them. Reads the register alone.',
      load: async () => (await import('../person/person-show.ts')).personShow,
    },
  ],
};
