import type { Mode } from '../../domain/mode.ts';
import { moment } from '../../words/moment.ts';
import { codeText, plainText } from './details-text.ts';

interface PageHead {
  readonly title: string;
  /** The sentence that a person reads first; whatever stands in it is made safe here. */
  readonly says: string;
  /** The state that the sentence is the meaning of. */
  readonly code: string;
  readonly sinceMs?: number;
  readonly untilMs?: number | null;
  /** Null: what it is about has none. */
  readonly mode: Mode | null;
  readonly needsHuman: boolean;
}

/** Returns the lines that each page begins with: what there is to know, and behind it the code and the mode. */
export function pageHead({ title, says, code, sinceMs, untilMs = null, mode, needsHuman }: PageHead): string[] {
  const since = sinceMs === undefined ? '' : ` since ${moment(sinceMs)}`;
  const until = untilMs === null ? '' : ` until ${moment(untilMs)}`;
  const behind = `${codeText(code)}${since}${until}${mode === null ? '' : ` · mode ${mode}`}`;
  return [`## ${plainText(title)}`, '', `**${needsHuman ? 'Needs you' : 'Now'}:** ${plainText(says)} (${behind})`, ''];
}
