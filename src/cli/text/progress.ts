import type { CommandContext } from '../kit/command-context.ts';

const everyMs = 1_000;
const eraseLine = '\u001b[K';

/**
 * Says what is under way: at a terminal one line that counts the seconds, elsewhere one line once. The returned function
 * ends it, and may be called twice.
 */
export function sayProgress({ stderr }: Pick<CommandContext, 'stderr'>, what: string): () => void {
  if (stderr.columns === undefined) {
    stderr.write(`${what} …\n`);
    return () => undefined;
  }
  const startMs = performance.now();
  const show = (): void => {
    stderr.write(`\r${what} … ${Math.floor((performance.now() - startMs) / 1_000)} s${eraseLine}`);
  };
  show();
  const timer = setInterval(show, everyMs);
  timer.unref();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    clearInterval(timer);
    show();
    stderr.write('\n');
  };
}
