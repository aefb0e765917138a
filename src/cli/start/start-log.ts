import { AsyncResource } from 'node:async_hooks';
import { z } from 'zod';
import { logLineText } from '../../workers/log/log-line-text.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';
import { timeText } from '../text/time-zone.ts';

/** One log of several processes: each line says whose it is. */
export interface StartLog {
  /** A line of a child as it stands: JSON of its log, or words. */
  line(name: string, text: string): void;
  /** A line of its own. */
  say(level: 'info' | 'warn' | 'error', msg: string): void;
}

/** The last line of a command that has failed. */
const failureSchema = z.object({ message: z.string(), exitCode: z.int() });

const own = 'start';
const nameWidth = 8;
/** What stands in each line of a child, and is known by its name. */
const known = new Set(['egress', 'service', 'role', 'process']);

/** Opens the log: words for a person at a terminal, else JSON lines with the field `process`. */
export function openStartLog({ stderr }: CommandContext, now: () => number): StartLog {
  // Lines come from outside the command's own calls.
  const time = AsyncResource.bind(timeText);
  const asJson = stderr.columns === undefined;
  const write = (name: string, entry: object): void => {
    const line = JSON.stringify({ ...entry, process: name });
    const text = asJson ? line : `${name.padEnd(nameWidth)} ${logLineText(line, { isKnown, timeText: time })}`;
    stderr.write(`${text}\n`);
  };
  const plain = (level: string, msg: string): object => ({ level, time: new Date(now()).toISOString(), msg });
  return {
    line: (name, text) => {
      const failure = failureSchema.safeParse(jsonOf(text)).data;
      const words = plain(failure === undefined ? 'info' : 'error', failure?.message ?? printableText(text));
      write(name, logEntry(text) ?? words);
    },
    say: (level, msg) => write(own, plain(level, msg)),
  };
}

const isKnown = (name: string): boolean => known.has(name);

/** Returns a line of a log; null for other text. */
function logEntry(text: string): object | null {
  const parsed = jsonOf(text);
  if (typeof parsed !== 'object' || parsed === null) return null;
  return 'level' in parsed && 'time' in parsed ? parsed : null;
}

/** Returns what a line of JSON holds; null for other text. */
export function jsonOf(text: string): unknown {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
