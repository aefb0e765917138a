import { note, type CommandContext } from '../kit/command-context.ts';
import { sayProgress } from './progress.ts';

/**
 * Returns a log for a search of a program: a download takes a while and is shown with its time; a program that was found
 * deserves no line.
 */
export function reportDownload(context: Pick<CommandContext, 'stderr'>): (line: string) => void {
  let end: (() => void) | null = null;
  return (line) => {
    end?.();
    end = line.includes('fetching') ? sayProgress(context, `${line} (45 MB, once)`) : null;
    if (line.includes('failed')) note(context, line);
  };
}
