import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram, commandGroups, singleCommands } from '../../src/cli/program.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { ExitCode } from '../../src/cli/kit/exit-code.ts';
import { upOptions } from '../../src/cli/options/up-options.ts';

function recorder() {
  let out = '';
  let error = '';
  const context = {
    env: {},
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (error += text) },
  };
  return { context, out: () => out, error: () => error };
}

/** The names by which every command is called. */
function commandPaths(): string[][] {
  const nameOf = (usage: string): string => usage.split(' ')[0] ?? '';
  const grouped = commandGroups.flatMap(({ name, commands }) => commands.map(({ usage }) => [name, nameOf(usage)]));
  return [...singleCommands.map(({ usage }) => [nameOf(usage)]), ...grouped];
}

describe('the command line', () => {
  it('has every command that the product promises', () => {
    expect(
      commandPaths()
        .map((path) => path.join(' '))
        .toSorted(),
    ).toEqual(
      [
        'up init start worker watchdog door recover doctor simulator server notify replay record tune audit temporal version call completion'.split(
          ' ',
        ),
        'start publish withdraw resolve edit close import list show explain watch diff promote demote pause resume offline online reprice set override stop'
          .split(' ')
          .map((name) => `ad ${name}`),
        'list history show chat read say dossier start approve-release revoke hold unhold verify-kyc stop received not-received take transferred cancel record-outcome place'
          .split(' ')
          .map((name) => `order ${name}`),
        'validate show schema diff apply reload'.split(' ').map((name) => `config ${name}`),
        'create show explain free-payment backup restore recover'.split(' ').map((name) => `register ${name}`),
        'day week month year check'.split(' ').map((name) => `report ${name}`),
        'list show import test assign refuse'.split(' ').map((name) => `payment ${name}`),
        'block allow note import list show'.split(' ').map((name) => `person ${name}`),
        'init list'.split(' ').map((name) => `approver ${name}`),
        'new-key serve check'.split(' ').map((name) => `codec ${name}`),
        'status promote drain'.split(' ').map((name) => `deploy ${name}`),
        'start show payments set clear-ban stop kill open break business'.split(' ').map((name) => `desk ${name}`),
      ]
        .flat()
        .toSorted(),
    );
  });

  it.each(commandPaths())('%s %s: --help shows its use and an example to copy', async (...path: string[]) => {
    const names = path.filter((name) => name !== undefined);
    const { context, out, error } = recorder();
    expect(await runCli([...names, '--help'], context)).toBe(ExitCode.OK);
    expect(error()).toBe('');
    expect(out()).toContain(`Usage: peerdesk ${names.join(' ')}`);
    expect(out()).toMatch(/\nExamples?:\n {2}\$ [^\n]*peerdesk /);
  });

  it.each(commandGroups.map(({ name }) => name))('%s: --help shows examples', async (name) => {
    const { context, out } = recorder();
    expect(await runCli([name, '--help'], context)).toBe(ExitCode.OK);
    expect(out()).toMatch(/\nExamples:\n/);
  });

  it('takes --json on every command that prints data', () => {
    const withoutJson = [...singleCommands, ...commandGroups.flatMap(({ commands }) => commands)].filter(
      ({ options }) => !options.some(({ flags }) => flags === '--json'),
    );
    expect(withoutJson.map(({ usage }) => usage)).toEqual(['temporal [arguments...]']);
  });

  it('parses every example that it shows', async () => {
    const examples = [...singleCommands, ...commandGroups.flatMap(({ commands }) => commands)].flatMap(
      (spec) => spec.examples,
    );
    for (const example of examples) {
      const { context } = recorder();
      let called = 0;
      const program: Command = buildProgram(context, () => {
        called += 1;
        return Promise.resolve();
      });
      await program.parseAsync(wordsOf(example), { from: 'user' });
      expect([example, called]).toEqual([example, 1]);
    }
  });

  it('up takes what the demo needs', () => {
    const names = upOptions.map(({ flags }) => flags.replace(/ .*/, ''));
    const wanted =
      '--for --market --pair --scale --speed --seed --orders-per-minute --faults --log-level --port --ui-port --fresh --json';
    expect(new Set(names)).toEqual(new Set(wanted.split(' ')));
  });
});

/** Splits an example after the program's name as a shell would. */
function wordsOf(example: string): string[] {
  const words = [...example.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
  return words.slice(words.indexOf('peerdesk') + 1);
}
