import { expect, it } from 'vitest';
import { Option } from 'commander';
import type { CommandSpec } from '../../src/cli/kit/command-spec.ts';
import { commandGroups, singleCommands } from '../../src/cli/program.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

const nameOf = ({ usage }: CommandSpec): string => usage.split(' ')[0] ?? '';
const specs = new Map<string, CommandSpec>([
  ...singleCommands.map((spec) => [nameOf(spec), spec] as const),
  ...commandGroups.flatMap(({ name, commands }) => commands.map((spec) => [`${name} ${nameOf(spec)}`, spec] as const)),
]);
const groups = new Set(commandGroups.map(({ name }) => name));

const pages = projectFiles().filter((file) => /^(?:docs\/[\w/-]+|README|CONTRIBUTING|SECURITY)\.md$/.test(file));

/** Each command that a page types, up to the end of its line or of its code: what it names, and its long options. */
function typed(page: string): { text: string; words: string[]; options: string[] }[] {
  return [...page.matchAll(/(?:^|`|\$ |npx )peerdesk ([a-z][^`\n#|;&]*)/gm)].map(([, text = '']) => ({
    text: text.trim(),
    words: text.split(/\s+/),
    options: [...text.matchAll(/(?<=\s)--[a-z][a-z-]+/g)].map(([option]) => option),
  }));
}

function specOf([first = '', second = '']: readonly string[]): CommandSpec | null | undefined {
  return groups.has(first) ? (specs.get(`${first} ${second}`) ?? (second === '' ? null : undefined)) : specs.get(first);
}

/** What another program is given stands behind these commands. */
const passing = new Set(['temporal', 'call']);

it.each(pages)('%s: every command that it types exists, with its options', (file) => {
  const wrong = typed(readProjectFile(file)).flatMap(({ text, words, options }) => {
    const spec = specOf(words);
    if (spec === null || passing.has(words[0] ?? '')) return [];
    if (spec === undefined) return [text];
    const known = new Set(['--help', ...spec.options.map(({ flags }) => new Option(flags).long ?? '')]);
    return options.filter((option) => !known.has(option)).map((option) => `${text}: ${option}`);
  });
  expect(wrong).toEqual([]);
});

it('a day at the desk is one screen', () => {
  expect(readProjectFile('docs/day.md').trimEnd().split('\n').length).toBeLessThanOrEqual(50);
});
