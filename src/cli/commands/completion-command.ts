import type { CommandSpec, CommandTree } from '../kit/command-spec.ts';
import { completionOfOptions } from '../options/completion-options.ts';

/** `peerdesk completion`, over the commands that `tree` returns when it runs. */
export function completionCommand(tree: () => CommandTree): CommandSpec {
  return {
    usage: 'completion [shell]',
    summary: 'print what lets a shell complete commands and options: bash, zsh or fish',
    options: completionOfOptions,
    examples: ['peerdesk completion', 'peerdesk completion zsh', 'peerdesk completion fish'],
    notes:
      'For each new shell write one line into its file. ~/.bashrc: source <(peerdesk completion)\n~/.zshrc, below compinit: source <(peerdesk completion zsh)\n~/.config/fish/config.fish: peerdesk completion fish | source',
    load: async () => (await import('../completion/completion.ts')).completionOf(tree),
  };
}
