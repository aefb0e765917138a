import type { CommandSpec, CommandTree } from '../command-spec.ts';
import { jsonOption } from './common-options.ts';

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
