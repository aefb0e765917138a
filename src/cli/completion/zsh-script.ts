import type { CommandWords, Word } from './command-words.ts';

/** Returns a script for zsh, to be sourced or to lie in $fpath as _peerdesk: the words with what they do. */
export function zshScript({ first, second, paths }: CommandWords): string {
  const named = [...second].map(([name, commands]) => `      ${name}) found=(${itemsOf(commands)}) ;;`);
  const options = paths.map(({ words, options: all }) => {
    const pattern = words.length === 1 ? `"${words[0]} "*` : `"${words.join(' ')}"`;
    return `      ${pattern}) found=(${itemsOf(all)}) ;;`;
  });
  return `#compdef peerdesk
# zsh completion of peerdesk
_peerdesk() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(${itemsOf(first)})
  elif (( CURRENT == 3 )); then
    case "$words[2]" in
${named.join('\n')}
    esac
  fi
  if (( ! $#found )) && [[ "$words[CURRENT]" == -* ]]; then
    case "$words[2] $words[3]" in
${options.join('\n')}
    esac
  fi
  if (( $#found )); then
    _describe 'peerdesk' found
  else
    _files
  fi
}
if [[ "$funcstack[1]" == "_peerdesk" ]]; then
  _peerdesk "$@"
else
  compdef _peerdesk peerdesk
fi`;
}

const itemsOf = (words: readonly Word[]): string => words.map(itemOf).join(' ');

/** A colon ends the word; what follows it is the text. */
const itemOf = ({ word, text }: Word): string => `'${word}:${text.replaceAll("'", String.raw`'\''`)}'`;
