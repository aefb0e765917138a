import { describe, expect, it } from 'vitest';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { codeBlocks, tableRows } from './documents/markdown.ts';
import { readProjectFile } from './project-files.ts';

const page = readProjectFile('docs/reference/tctl.md');

/** The first part of the ids of the workflows that a set of commands is for. */
const kinds = {
  ad: definitions.adCommands,
  order: definitions.orderCommands,
  guard: definitions.guardCommands,
  desk: definitions.deskCommands,
  egress: definitions.egressCommands,
  place: definitions.placementCommands,
  publish: definitions.publicationCommands,
  change: definitions.adChangeCommands,
};

/** What a reader puts in the place of a word in capitals. */
const placeholders: Readonly<Record<string, string>> = {
  GENERATION: 'f0e1',
  EPOCH: '1',
  AMOUNT: '100.00',
  ARRIVED: '1700000000000',
  OUTCOME: 'done',
  ACT: 'open',
};

interface Line {
  id: string;
  name: string;
  input: string;
}

const forms = {
  tctl: /^tctl workflow signal -w (\S+) -n (\w+) -i '([^']+)'$/,
  temporal: /^temporal workflow signal --workflow-id (\S+) --name (\w+) --input '([^']+)'$/,
};

function linesOf(program: keyof typeof forms): Line[] {
  const lines = codeBlocks(page, 'sh').flatMap((block) => block.split('\n').filter((line) => line.startsWith(program)));
  return lines.map((line) => {
    const [, id = '', name = '', input = ''] = forms[program].exec(line) ?? [];
    expect(name, line).not.toBe('');
    return { id, name, input };
  });
}

const kindOf = (id: string): keyof typeof kinds => id.slice(0, id.indexOf(':')) as keyof typeof kinds;

describe('the page about tctl', () => {
  it('has each command of each workflow, once as a line of tctl and once of temporal, with the same words', () => {
    const wanted = Object.entries(kinds).flatMap(([kind, commands]) =>
      Object.values<{ name: string }>(commands).map(({ name }) => `${kind} ${name}`),
    );
    const lines = linesOf('tctl');
    expect(lines.map(({ id, name }) => `${kindOf(id)} ${name}`).toSorted()).toEqual(wanted.toSorted());
    expect(linesOf('temporal')).toEqual(lines);
  });

  it('knows every set of commands that there is', () => {
    const sets = Object.entries(definitions).flatMap(([name, value]) => (name.endsWith('Commands') ? [value] : []));
    expect(new Set<unknown>(Object.values(kinds))).toEqual(new Set<unknown>(sets));
  });

  it.each(linesOf('tctl'))('its input of $name at $id is one that the workflow takes', ({ id, name, input }) => {
    const commands = kinds[kindOf(id)] as unknown as Readonly<Record<string, definitions.Command<never, unknown>>>;
    const typed = input.replaceAll(/[A-Z]{3,}/g, (word) => placeholders[word] ?? word);
    expect(commands[name]?.schema.safeParse(JSON.parse(typed))).toMatchObject({ success: true });
  });

  it('has only flags of tctl that its commands know, and those that they cannot do without', () => {
    const known: Readonly<Record<string, string[]>> = {
      start: ['--workflow_type', '--taskqueue', '-w', '-i'],
      list: ['--query'],
      describe: ['-w'],
      show: ['-w', '--output_filename'],
      query: ['-w', '-qt'],
      cancel: ['-w'],
      terminate: ['-w'],
      reset: ['-w', '--event_id', '--reason'],
    };
    // Without a reason its program resets nothing.
    const required: Readonly<Record<string, string[]>> = { reset: ['--event_id', '--reason'], start: ['--taskqueue'] };
    const cells = tableRows(page).map(([cell = '']) => /^`tctl workflow (\w+)([^`]*)`$/.exec(cell));
    const found = cells.filter((cell) => cell !== null);
    expect(found.map(([, name = '']) => name).toSorted()).toEqual(Object.keys(known).toSorted());
    for (const [line, name = '', rest = ''] of found) {
      const flags = rest.split(' ').filter((word) => word.startsWith('-'));
      expect(known[name], line).toEqual(expect.arrayContaining(flags));
      expect(flags, line).toEqual(expect.arrayContaining(required[name] ?? []));
    }
  });
});
