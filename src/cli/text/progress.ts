import type { CommandContext } from '../kit/command-context.ts';

const everyMs = 1_000;
const eraseLine = '\u001b[K';

/**
 * Says what is under way: at a terminal one line that counts the seconds, and is asked for again with each, elsewhere one line once. The returned function
 * ends it, and may be called twice.
 */
export function sayProgress({ stderr }: Pick<CommandContext, 'stderr'>, what: string | (() => string)): () => void {
  const said = (): string => (typeof what === 'string' ? what : what());
  if (stderr.columns === undefined) {
    stderr.write(`${said()} …\n`);
    return () => undefined;
  }
  const startMs = performance.now();
  const show = (): void => {
    stderr.write(`\r${said()} … ${Math.floor((performance.now() - startMs) / 1_000)} s${eraseLine}`);
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
