import { derivedId, messageFault } from '../../domain/sheet/chat-message.ts';
import type { Done, OrderPlace, PageDesk, Reply } from '../../door/page/page-desk.ts';
import { faultWords } from '../../words/chat/chat-words.ts';
import { sayKept, sentText, triedBefore, type WaysOn } from '../chat/say-once.ts';
import { CliFailure, misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import { capturedCommand } from './captured-command.ts';
import type { ContextOf } from './look-for-page.ts';

/** A worker connects, waits for the receipt and reads back; a person at a phone does not wait for all of it. */
const sayLimitMs = 20_000;

const ways: WaysOn = {
  agree: 'the tick below',
  beside: () => 'look at the chat of the order, and tick below to say another',
  again: () => 'look at the chat of the order; sent again from here it is looked for first, and never said twice',
};

/**
 * Returns what writes into chats for the page, as `order say` does. The id of a message follows from its form and its text, so
 * that a second press is the same message; one that comes while the first is under way has its answer.
 */
export function replyOnPage(contextOf: ContextOf): Pick<PageDesk, 'reply'> {
  const underWay = new Map<string, Promise<Done>>();
  return {
    reply: async (place, reply) => {
      const id = derivedId('reply', place.account, place.orderNumber, reply.nonce, reply.text);
      const before = underWay.get(id);
      if (before !== undefined) return await before;
      const done = capturedCommand(contextOf(place.account), (context) => say(context, place, { ...reply, id }));
      underWay.set(id, done);
      try {
        return await done;
      } finally {
        underWay.delete(id);
      }
    },
  };
}

async function say(
  context: CommandContext,
  { account, orderNumber }: OrderPlace,
  { id, text, isMeant }: Reply & { readonly id: string },
): Promise<undefined> {
  const fault = messageFault(text);
  if (fault !== null) throw misuse(`the text ${faultWords[fault]}`);
  const asking = { context, account, timeoutMs: sayLimitMs };
  const before = triedBefore({ asking, orderNumber, ways, id, isNew: true, isAnother: isMeant });
  // A form is of this machine: what is not kept here was never tried.
  const message = { id, text, triedAtMs: before?.triedAtMs ?? null, despiteAppeal: isMeant };
  const saying = { asking, orderNumber, message, before, ways };
  const sent = await sayKept(saying).catch((error: unknown) => {
    throw isNotSent(error) ? refusal(error.message) : error;
  });
  print(context, { json: false, data: sent, text: () => sentText(saying, sent) });
}

/** That it was not sent is certain, whatever was missing. */
const isNotSent = (error: unknown): error is CliFailure =>
  error instanceof CliFailure && error.data['outcome'] === 'not-sent';
