import { shortened } from './display-width.ts';
import type { CommandContext } from '../kit/command-context.ts';

const enter = '\u001b[?1049h\u001b[?25l';
const leave = '\u001b[?25h\u001b[?1049l';
const home = '\u001b[H';
const eraseLine = '\u001b[K';
const eraseBelow = '\u001b[J';

/** A page of its own on a terminal: what stood there before comes back when it closes. */
interface TerminalPage {
  draw(lines: readonly string[]): void;
  close(): void;
}

/** Opens the page, without a cursor. */
export function openTerminalPage(stdout: CommandContext['stdout']): TerminalPage {
  stdout.write(enter);
  return {
    // Written over line by line in one piece: clearing the screen first would flicker.
    draw: (lines) => {
      const { columns = 80, rows = 24 } = stdout;
      const shown = fitting(lines, rows).map((line) => shortened(line, columns) + eraseLine);
      stdout.write(`${home}${shown.join('\n')}${eraseBelow}`);
    },
    close: () => void stdout.write(leave),
  };
}

function fitting(lines: readonly string[], rows: number): string[] {
  if (lines.length <= rows) return [...lines];
  return [...lines.slice(0, rows - 1), `… ${lines.length - rows + 1} more lines: make the window taller`];
}
