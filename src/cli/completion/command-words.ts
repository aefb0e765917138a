import type { CommandSpec, CommandTree } from '../kit/command-spec.ts';

/** A word that can be typed, and what it does. */
export interface Word {
  word: string;
  text: string;
  /** An option that is followed by a value. */
  takesValue: boolean;
}

/** A command by its words, such as `config apply`, with its options. */
interface CommandPath {
  words: readonly string[];
  options: readonly Word[];
}

/** Everything that can be completed. */
export interface CommandWords {
  /** The first words: commands of the top, and groups. */
  first: readonly Word[];
  /** By the name of a group: its commands. */
  second: ReadonlyMap<string, readonly Word[]>;
  paths: readonly CommandPath[];
}

/** Returns the words of the commands themselves. */
export function commandWords({ singles, groups }: CommandTree): CommandWords {
  return {
    first: [...singles.map(commandWord), ...groups.map(({ name, summary }) => plain(name, summary))],
    second: new Map(groups.map(({ name, commands }) => [name, commands.map(commandWord)])),
    paths: [
      ...singles.map((spec) => ({ words: [nameOf(spec)], options: optionWords(spec) })),
      ...groups.flatMap(({ name, commands }) =>
        commands.map((spec) => ({ words: [name, nameOf(spec)], options: optionWords(spec) })),
      ),
    ],
  };
}

const nameOf = ({ usage }: CommandSpec): string => usage.split(' ')[0] ?? '';

const plain = (word: string, text: string): Word => ({ word, text, takesValue: false });

const commandWord = (spec: CommandSpec): Word => plain(nameOf(spec), spec.summary);

function optionWords({ options }: CommandSpec): Word[] {
  const words = options.flatMap(({ flags, text }) =>
    (flags.match(/--[a-z-]+/g) ?? []).map((word) => ({ word, text, takesValue: flags.includes('<') })),
  );
  return [...words, plain('--help', 'show its use')];
}
