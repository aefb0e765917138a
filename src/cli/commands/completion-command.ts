import type { CommandGroup, CommandSpec } from '../command-spec.ts';
import { jsonOption } from './common-options.ts';

/** What can be completed: the commands of the top, and the groups. */
export interface CommandTree {
  singles: readonly CommandSpec[];
  groups: readonly CommandGroup[];
}

/** `peerdesk completion`, over the commands that `tree` returns when it runs. */
export function completionCommand(tree: () => CommandTree): CommandSpec {
  return {
    usage: 'completion',
    summary: 'print what lets bash complete commands and options',
    options: [jsonOption],
    examples: ['peerdesk completion'],
    notes: 'For each new shell write this line into ~/.bashrc: source <(peerdesk completion)',
    load: async () => (await import('../completion/completion.ts')).completionOf(tree),
  };
}
