import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { switchLine } from '../../src/cli/desk/desk-text.ts';
import { commandGroups } from '../../src/cli/program.ts';
import { emptyGuardRunMemory } from '../../src/workflows/contract/guard-contract.ts';
import type { GuardView } from '../../src/client/index.ts';
import { guardCommands } from '../../src/workflows/contract/definitions.ts';
import { guardPage } from '../../src/workflows/guard/guard-page.ts';
import { projectFiles } from '../project/project-files.ts';

/** Words that were used for switches and orders alike. The command and the field of the message keep their names. */
const twoMeanings = /\b(open(s|ed)?|shut|closed|thrown)\b/i;
const withoutCommand = (text: string): string => text.replaceAll(/desk open|"thrown"|\$\{thrown/g, '');
const memory = emptyGuardRunMemory;

describe('U24: a switch is engaged or lifted, and only orders and ads are open', () => {
  it('in what the desk prints and shows', () => {
    const desk = commandGroups.find(({ name }) => name === 'desk');
    const switches = desk?.commands.filter(({ usage }) => /\[switch\]/.test(usage)) ?? [];
    const help = switches.flatMap(({ summary, notes }) => [summary, typeof notes === 'string' ? notes : '']);
    const engaged = { by: 'ana', reason: 'fraud', atMs: 1 };
    const some = { ...memory, switches: { all: null, releases: engaged, repricing: null, ads: null } };
    const pages = [memory, some].map((kept) => guardPage('main')(kept).details);
    const lines = [memory, some].map((kept) => switchLine({ account: 'main', ...kept } as unknown as GuardView));
    const all = [...help, ...pages, ...lines, guardCommands.killSwitch.description];
    expect(switches).toHaveLength(2);
    expect(all.filter((text) => twoMeanings.test(withoutCommand(text)))).toEqual([]);
  });

  it('in the texts about switches of the program and of the documents', () => {
    const files = projectFiles().filter((file) =>
      /^(src\/(cli|workflows|domain)\/.*\.ts|docs\/[\w-]+\.md|README\.md)$/.test(file),
    );
    const odd = files.flatMap((file) => {
      const said = readFileSync(file, 'utf8').match(/kill switch[^.\n|'`]{0,40}/gi) ?? [];
      return said.filter((text) => twoMeanings.test(withoutCommand(text))).map((text) => `${file}: ${text}`);
    });
    expect(odd).toEqual([]);
  });
});
