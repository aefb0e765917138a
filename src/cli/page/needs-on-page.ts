import { cutNeedsText, unreadNeedsText } from '../../words/people/page-words.ts';
import { asksQuery } from '../../workflows/contract/definitions.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { askNeeds } from '../window/ask-window.ts';
import { lookLimitMs } from './look-for-page.ts';
import type { AccountNeed } from './wait-rows.ts';

interface FoundNeeds {
  readonly needs: AccountNeed[];
  readonly notes: string[];
}

/**
 * Returns what waits of an account, as the worker of this machine that leads it says. What that does not say, or has no room
 * for, is said to be missing: the list must not seem whole. Never rejects.
 */
export async function needsOf(context: CommandContext, account: string): Promise<FoundNeeds> {
  const answer = await askNeeds({ context, account, timeoutMs: lookLimitMs });
  if ('missing' in answer) return { needs: [], notes: [unreadNeedsText(account, answer.missing)] };
  const { needs, isCut } = answer.shown;
  return { needs: needs.map((need) => ({ ...need, account })), notes: isCut ? [cutNeedsText(account, asksQuery)] : [] };
}
