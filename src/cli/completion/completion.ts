import { z } from 'zod';
import { print } from '../command-context.ts';
import type { CommandRun, CommandSpec, CommandTree } from '../command-spec.ts';
import { flagValue, readOptions } from '../option-values.ts';

const schema = z.object({ json: flagValue });

/** `peerdesk completion`: a script for bash, made from the commands themselves. */
export function completionOf(tree: () => CommandTree): CommandRun {
  return (call, context) => {
    const { json } = readOptions(schema, call);
    const script = bashScript(tree());
    print(context, { json, data: { shell: 'bash', script }, text: () => script });
    return Promise.resolve(undefined);
  };
}

const nameOf = ({ usage }: CommandSpec): string => usage.split(' ')[0] ?? '';

function optionNames({ options }: CommandSpec): string {
  const names = options.flatMap(({ flags }) => flags.match(/--[a-z-]+/g) ?? []);
  return [...names, '--help'].join(' ');
}

/** The words after what is typed: names of commands, then options. After an option's value come files. */
function bashScript({ singles, groups }: CommandTree): string {
  const top = [...singles.map(nameOf), ...groups.map(({ name }) => name)];
  const named = groups.map(({ name, commands }) => caseLine(`${name}`, commands.map(nameOf).join(' ')));
  const paths = [
    ...singles.map((spec) => caseLine(`${nameOf(spec)} *`, optionNames(spec))),
    ...groups.flatMap(({ name, commands }) =>
      commands.map((spec) => caseLine(`${name} ${nameOf(spec)}`, optionNames(spec))),
    ),
  ];
  return `# bash completion of peerdesk
_peerdesk() {
  local words="" typed="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${top.join(' ')} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${named.join('\n')}
    esac
  fi
  if [ -z "$words" ] && [ "\${typed:0:1}" = "-" ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${paths.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}
complete -o default -F _peerdesk peerdesk`;
}

/** A star stays outside of the quotes: it stands for any word. */
function caseLine(pattern: string, words: string): string {
  const shown = pattern.endsWith(' *') ? `"${pattern.slice(0, -1)}"*` : `"${pattern}"`;
  return `      ${shown}) words="${words}" ;;`;
}
