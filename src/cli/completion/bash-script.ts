import type { CommandWords, Word } from './command-words.ts';

/** Returns a script for bash: names of commands, then options. After an option's value come files. */
export function bashScript({ first, second, paths }: CommandWords): string {
  const named = [...second].map(([name, commands]) => caseLine(name, commands));
  const options = paths.map(({ words, options: all }) =>
    caseLine(words.length === 1 ? `${words[0]} *` : words.join(' '), all),
  );
  return `# bash completion of peerdesk
_peerdesk() {
  local words="" typed="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${namesOf(first)} --help --version"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${named.join('\n')}
    esac
  fi
  if [ -z "$words" ] && [ "\${typed:0:1}" = "-" ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${options.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}
complete -o default -F _peerdesk peerdesk`;
}

const namesOf = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

/** A star stays outside of the quotes: it stands for any word. */
function caseLine(pattern: string, words: readonly Word[]): string {
  const shown = pattern.endsWith(' *') ? `"${pattern.slice(0, -1)}"*` : `"${pattern}"`;
  return `      ${shown}) words="${namesOf(words)}" ;;`;
}
