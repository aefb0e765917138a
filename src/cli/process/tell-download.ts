import { note, type CommandContext } from '../command-context.ts';

/** Returns a log for a search of a program: a download takes a while and deserves lines; one that was found does not. */
export function tellDownload(context: CommandContext): (line: string) => void {
  return (line) => {
    if (line.includes('fetching')) note(context, line);
  };
}
