import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';
import type { TelegramWay } from '../../config/egress-config.ts';
import { BotRefusal, callBot } from '../../door/telegram/bot-api.ts';
import { buttonData } from '../../door/telegram/hold-button.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { isUrgent, type SentMessage, type Way } from './quiet-hours.ts';

interface TelegramCourierOptions extends TelegramWay {
  /** Epoch milliseconds. */
  readonly clock: { now(): number };
}

/** Of a message (Bot API, sendMessage). */
const maxTextLetters = 4_096;
/** Of a digest, the first ones: who has more to hold throws a switch. */
const maxButtons = 8;
/** An order is over by then, but for an appeal. */
const buttonLifeS = 86_400;
/** How the Bot API answers for a person who has blocked the bot, or never wrote to it. */
const ownFaults: readonly number[] = [400, 403];
/** Messages of which it is remembered who has them. */
const maxRemembered = 200;

/**
 * Makes the way by a bot of Telegram: the message goes to each person's private chat, with a button that holds each order.
 * Who has it already gets it no second time when it is tried again for the others.
 */
export function createTelegramCourier(options: TelegramCourierOptions): Way {
  const { address, people, urgentOnly, clock } = options;
  const arrived = new Map<string, Set<number>>();
  return {
    deliver: async (message) => {
      const reached = arrived.get(message.id) ?? new Set<number>();
      arrived.set(message.id, reached);
      const [oldest] = arrived.keys();
      if (arrived.size > maxRemembered && oldest !== undefined) arrived.delete(oldest);
      const meant = [...people].filter(([name]) => isUrgent(message) || !urgentOnly.has(name));
      const missing = meant.map(([, chatId]) => chatId).filter((chatId) => !reached.has(chatId));
      const sent = missing.map(async (chatId) => {
        await callBot(address, { method: 'sendMessage', parameters: messageTo(chatId, message) });
        reached.add(chatId);
      });
      const failures = (await Promise.allSettled(sent)).flatMap((one) =>
        one.status === 'rejected' ? [one.reason] : [],
      );
      const missed = `${failures.length} of ${meant.length} people not reached (${wordsOf(failures[0])})`;
      // Who has blocked the bot keeps no message from the others: it counts as sent as soon as the rest have it.
      const isOwnFault = (error: unknown): boolean =>
        error instanceof BotRefusal && ownFaults.includes(error.status ?? 0);
      if (failures.length > 0 && (reached.size === 0 || !failures.every(isOwnFault)))
        throw new NoticeNotDelivered(`Telegram: ${missed}`);
      if (failures.length > 0) return { words: `Telegram: ${missed}`, output: '' };
      return { words: `Telegram has it for ${meant.length} people`, output: '' };
    },
  };

  function messageTo(chatId: number, message: SentMessage) {
    const { account, text, needs, quiet } = message;
    const expiresAtS = Math.floor(clock.now() / 1_000) + buttonLifeS;
    const orders = needs.filter(({ type }) => type === 'order').flatMap(({ workflowId }) => orderIn(workflowId) ?? []);
    const rows = [...new Set(orders)].slice(0, maxButtons).flatMap((orderNumber) => {
      const data = buttonData(address.token, { account, orderNumber, chatId, expiresAtS });
      return data === null ? [] : [[{ text: `Hold order ${orderNumber}`, callback_data: data }]];
    });
    return {
      chat_id: chatId,
      text: text.slice(0, maxTextLetters),
      link_preview_options: { is_disabled: true },
      disable_notification: quiet,
      ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
    };
  }
}

const orderIn = (workflowId: string): string | null => parseWorkflowId(workflowId)?.subject ?? null;

/** What a person can mend by himself is said; the rest is the status. */
function wordsOf(error: unknown): string {
  if (!(error instanceof BotRefusal)) return 'an unexpected failure';
  const { status, message } = error;
  return status === 403 || status === 400 ? `${message}: has each person written to the bot once?` : message;
}
