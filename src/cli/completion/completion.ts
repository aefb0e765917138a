import { z } from 'zod';
import { print } from '../kit/command-context.ts';
import type { CommandRun, CommandTree } from '../kit/command-spec.ts';
import { bashScript } from './bash-script.ts';
import { commandWords, type CommandWords } from './command-words.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';
import { readArgument, readOptions } from '../kit/option-values.ts';
import { completionOfOptions } from '../options/completion-options.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<
  string,
  (words: CommandWords) => string
>;
type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as [Shell, ...Shell[]];
const shellValue = z.enum(shells, `must be one of ${shells.join(', ')}`).default('bash');

/** `peerdesk completion`: a script for a shell, made from the commands themselves. */
export function completionOf(tree: () => CommandTree): CommandRun {
  return (call, context) => {
    const { json } = readOptions(completionOfOptions, call);
    const shell = readArgument(shellValue, call, { index: 0, name: 'the shell' });
    const script = scripts[shell](commandWords(tree()));
    print(context, { json, data: { shell, script }, text: () => script });
    return Promise.resolve(undefined);
  };
}
