import type { CommandWords, Word } from './command-words.ts';

/** Returns a script for fish: the words with what they do. */
export function fishScript({ first, second, paths }: CommandWords): string {
  return [
    '# fish completion of peerdesk',
    ...conditions,
    ...first.map((word) => commandLine('', word)),
    ...[...second].flatMap(([name, commands]) => commands.map((word) => commandLine(` ${name}`, word))),
    ...paths.flatMap(({ words, options }) => options.map((option) => optionLine(words, option))),
  ].join('\n');
}

/** Which words stand before the one that is typed: just these, or these and more. */
const conditions = [
  'function __peerdesk_after',
  '  set -l words (commandline -opc)',
  '  test "$words[2..-1]" = "$argv"',
  'end',
  'function __peerdesk_within',
  '  set -l words (commandline -opc)',
  '  set -l last (math (count $argv) + 1)',
  '  test (count $words) -ge $last; and test "$words[2..$last]" = "$argv"',
  'end',
];

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

const commandLine = (before: string, { word, text }: Word): string =>
  `complete -c peerdesk -f -n '__peerdesk_after${before}' -a ${word} -d ${quoted(text)}`;

function optionLine(words: readonly string[], { word, text, takesValue }: Word): string {
  const value = takesValue ? ' -r' : '';
  return `complete -c peerdesk -n '__peerdesk_within ${words.join(' ')}' -l ${word.slice(2)}${value} -d ${quoted(text)}`;
}
