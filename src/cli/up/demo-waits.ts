import { waitWords } from '../../words/order-words.ts';
import { coded } from '../../words/coded.ts';

/** What only a demo counts beside the waits of an order. */
const demoWaits: Readonly<Record<string, string>> = {
  ...waitWords,
  closing: 'its end',
  intake: 'its intake',
  'no-answer': 'an answer of its workflow',
};

/** Returns what an order of the demo waits for, with the code that `--json` counts behind it. */
export function demoWaitText(code: string): string {
  return coded(demoWaits[code] ?? '', code);
}
