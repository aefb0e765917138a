import { describe, expect, it } from 'vitest';
import type { CommandSpec } from '../../src/cli/kit/command-spec.ts';
import { commandGroups, singleCommands } from '../../src/cli/program.ts';
import { commonOptions, nameOf, otherCommands, writingCommands, type WritingCommand } from './writing-options.ts';

const named = (group: string, specs: readonly CommandSpec[]): [string, CommandSpec][] =>
  specs.map((spec) => [`${group}${spec.usage.split(' ')[0]}`, spec]);

const commands = new Map([
  ...named('', singleCommands),
  ...commandGroups.flatMap(({ name, commands: specs }) => named(`${name} `, specs)),
]);

describe('every command and what its options loosen (ADR 0030)', () => {
  it('is classified: it writes, or it changes nothing of a desk', () => {
    expect([...Object.keys(writingCommands), ...otherCommands].toSorted()).toEqual([...commands.keys()].toSorted());
  });

  const rows = Object.entries(writingCommands);

  it.each(rows)('%s: each option is classified, and none that there is not', (name, { options }) => {
    const { options: specs = [], usage = '' } = commands.get(name) ?? {};
    const present = [...specs.map(nameOf), ...(usage.includes('[rule...]') ? ['rule'] : [])];
    const own = present.filter((option) => !(option in commonOptions));
    expect(Object.keys(options).toSorted()).toEqual(own.toSorted());
  });

  /** What stands in no history, a version, a call of no workflow, a process that acts by itself. */
  const nameless = ['order read', 'order say', 'deploy promote', 'deploy drain', 'call', 'watchdog'];

  it('takes the name of the person, for the history', () => {
    const without = rows
      .map(([name]) => name)
      .filter((name) => {
        const { options = [] } = commands.get(name) ?? {};
        return !options.map(nameOf).includes('--by');
      });
    expect(without).toEqual(nameless);
  });

  const effects = ({ options }: WritingCommand): string[] => [...new Set(Object.values(options))];

  it.each(rows)('%s: what it asks about can be agreed to without a terminal, and nothing else can', (_, command) => {
    const asks = effects(command).some((effect) => effect === 'asks' || effect === 'live');
    if (asks) expect(effects(command)).toContain('agrees');
    if (command.means !== undefined) expect(effects(command).filter((effect) => effect !== 'free')).toEqual([]);
    else expect(effects(command)).toContain('agrees');
  });
});
