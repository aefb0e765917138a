import { describe, expect, it } from 'vitest';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { tableRows } from './documents/markdown.ts';
import { kindOf as firstPart, signalLines, tctlPage, type SignalLine } from './tctl-lines.ts';

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

const kindOf = (id: string): keyof typeof kinds => firstPart(id) as keyof typeof kinds;

/** What a line says, whichever program it is for. */
const said = ({ id, name, input }: SignalLine) => ({ id, name, input });

describe('the page about tctl', () => {
  it('has each command of each workflow, once as a line of tctl and once of temporal, with the same words', () => {
    const wanted = Object.entries(kinds).flatMap(([kind, commands]) =>
      Object.values<{ name: string }>(commands).map(({ name }) => `${kind} ${name}`),
    );
    const lines = signalLines('tctl');
    expect(lines.map(({ id, name }) => `${kindOf(id)} ${name}`).toSorted()).toEqual(wanted.toSorted());
    expect(signalLines('temporal').map(said)).toEqual(lines.map(said));
  });

  it('knows every set of commands that there is', () => {
    const sets = Object.entries(definitions).flatMap(([name, value]) => (name.endsWith('Commands') ? [value] : []));
    expect(new Set<unknown>(Object.values(kinds))).toEqual(new Set<unknown>(sets));
  });

  it.each(signalLines('tctl'))('its input of $name at $id is one that the workflow takes', ({ id, name, input }) => {
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
    const cells = tableRows(tctlPage).map(([cell = '']) => /^`tctl workflow (\w+)([^`]*)`$/.exec(cell));
    const found = cells.filter((cell) => cell !== null);
    expect(found.map(([, name = '']) => name).toSorted()).toEqual(Object.keys(known).toSorted());
    for (const [line, name = '', rest = ''] of found) {
      const flags = rest.split(' ').filter((word) => word.startsWith('-'));
      expect(known[name], line).toEqual(expect.arrayContaining(flags));
      expect(flags, line).toEqual(expect.arrayContaining(required[name] ?? []));
    }
  });
});
