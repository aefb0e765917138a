import { styleText } from 'node:util';

interface LineStyle {
  /** What a person at the terminal knows. */
  isKnown: (name: string, value: unknown) => boolean;
  timeText: (atMs: number) => string;
}

/** A line as the logger writes it. */
type Entry = Record<string, unknown> & { level: string; time: string; msg?: string };

/** Fields that stand at fixed places, or that only a program needs. */
const placed = new Set(['level', 'time', 'msg', 'modes', 'workflowType', 'runId', 'taskQueue', 'namespace']);
/** Text of others must not move the cursor or turn a price around. */
const unprintable = /\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const colours = { trace: 'dim', debug: 'dim', info: 'green', warn: 'yellow', error: 'red' } as const;

/** Formats a line of the log for a person: "2026-11-21T08:00:00Z WARN  refused: price 9.15 … (adNumber 123)". */
export function logLineText(line: string, { isKnown, timeText }: LineStyle): string {
  const entry = JSON.parse(line) as Entry;
  const { level, time, msg = '' } = entry;
  const fields = Object.entries(entry).filter(([name, value]) => !placed.has(name) && !isKnown(name, value));
  const rest = fields.map(([name, value]) => `${name} ${valueText(value)}`).join(', ');
  const text = `${msg}${rest === '' ? '' : ` (${rest})`}`.replaceAll(unprintable, ' ');
  return `${timeText(Date.parse(time))} ${levelText(level)} ${text}`;
}

function levelText(level: string): string {
  const colour = Object.entries(colours).find(([name]) => name === level)?.[1] ?? 'red';
  return styleText(colour, level.toUpperCase().padEnd(5), { stream: process.stderr });
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
