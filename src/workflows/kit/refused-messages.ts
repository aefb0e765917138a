/** Messages that a workflow refused: the last one is kept as a code, and shown in words. */
import { maxRefusedText } from '../../domain/refusals/message-refusal.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { refusalText } from '../../words/refusal-words.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';
import { maxRefusedName, type KeptRefusals, type RefusedMessages } from '../contract/message.ts';
import { plainText } from './details-text.ts';
import type { Run } from './run.ts';

/** Counts a message that was refused and shows it. */
export function noteRefused(run: Run<KeptMemory>, message: string, refusal: Refusal): void {
  const { refused } = run.memory;
  const last = { message: message.slice(0, maxRefusedName), refusal: bounded(refusal), atMs: Date.now() };
  run.remember({ refused: { count: refused.count + 1, last } });
  run.present();
}

/** Some refusals repeat what was sent. */
function bounded(refusal: Refusal): Refusal {
  const parts = Object.entries(refusal).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.slice(0, maxRefusedText) : value,
  ]);
  return Object.fromEntries(parts) as Refusal;
}

/** Returns them as a query answers. */
export function shownRefusals({ count, last }: KeptRefusals): RefusedMessages {
  return { count, last: last === null ? null : { ...last, reason: refusalText(last.refusal) } };
}

/** Returns the line of a page. */
export function refusedLines({ count, last }: KeptRefusals): string[] {
  return last === null ? [] : [`- **Messages refused** ${count}, the last: ${plainText(refusalText(last.refusal))}`];
}
