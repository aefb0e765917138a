/** The lines of the page about tctl, as they stand there. */
import { expect } from 'vitest';
import { readProjectFile } from './project-files.ts';
import { codeBlocks, tableRows } from './documents/markdown.ts';

export const tctlPage = readProjectFile('docs/reference/tctl.md');

/** A command of the desk as a line of one of the two programs. */
export interface SignalLine {
  text: string;
  id: string;
  name: string;
  input: string;
}

const forms = {
  tctl: /^tctl workflow signal -w (\S+) -n (\w+) -i '([^']+)'$/,
  temporal: /^temporal workflow signal --workflow-id (\S+) --name (\w+) --input '([^']+)'$/,
};

export type Program = keyof typeof forms;
export const programs = Object.keys(forms) as Program[];

export function signalLines(program: Program): SignalLine[] {
  const lines = codeBlocks(tctlPage, 'sh').flatMap((block) =>
    block.split('\n').filter((line) => line.startsWith(program)),
  );
  return lines.map((text) => {
    const [, id = '', name = '', input = ''] = forms[program].exec(text) ?? [];
    expect(name, text).not.toBe('');
    return { text, id, name, input };
  });
}

/** The kind of a workflow: the first part of its id. */
export const kindOf = (id: string): string => id.slice(0, id.indexOf(':'));

/** The line of a program in the table of everything else, by the words that it begins with. */
export function tableLine(program: Program, words: string): string {
  const column = programs.indexOf(program);
  const cells = tableRows(tctlPage).map((cells) => /^`([^`]+)`/.exec(cells[column] ?? '')?.[1] ?? '');
  const found = cells.filter((cell) => `${cell} `.startsWith(`${program} ${words} `));
  expect(found, words).toHaveLength(1);
  return found[0] ?? '';
}
