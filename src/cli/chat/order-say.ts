import { randomUUID } from 'node:crypto';
import type { OrderMessage } from '../../domain/sheet/chat-message.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { messageValue, orderSayOptions } from '../options/chat-options.ts';
import { accountOf } from '../session/effective-environment.ts';
import type { Asking } from '../window/ask-window.ts';
import type { KeptMessage } from './kept-messages.ts';
import { greetingNamed } from './named-greeting.ts';
import { readPicture } from './read-picture.ts';
import { factsOf, sayKept, sentText, triedBefore, type WaysOn } from './say-once.ts';

/**
 * `peerdesk order say`: writes into the chat of an order, once. Its id is kept before it leaves; a repetition with the id is
 * looked for in the chat first.
 */
export const orderSay: CommandRun = async (call, context) => {
  const orderNumber = readArgument(numberIdValue, call, { index: 0, name: 'the order' });
  const options = readOptions(orderSayOptions, call);
  const { account: named, timeout: timeoutMs, yes, json } = options;
  const asking = { context, account: accountOf(named, context.env), timeoutMs };
  const { id, ...said } = meantBy(call, { ...options, ...asking, orderNumber });
  const before = triedBefore({ asking, orderNumber, ways, id, isNew: id === undefined, isAnother: yes });
  const message = { ...idOf(id, before), ...said, despiteAppeal: yes };
  const saying = { asking, orderNumber, message, before, ways };
  const done = await sayKept(saying);
  print(context, { json, data: { ...factsOf(saying), ...done }, text: () => sentText(saying, done) });
  return undefined;
};

const ways: WaysOn = {
  agree: '--yes',
  beside: (orderNumber, id) =>
    `look at \`peerdesk order chat ${orderNumber}\`, repeat that one with --id ${id}, or add --yes to say another`,
  again: (orderNumber, id) =>
    `look at \`peerdesk order chat ${orderNumber}\`; repeated with --id ${id} it is looked for first, and never said twice`,
};

type Wish = OptionsOf<typeof orderSayOptions> & Asking & { readonly orderNumber: string };

/** A greeting has its id before anyone says it, so that each who does repeats it. */
function meantBy(
  call: CommandCall,
  { image, greeting, id, context, account, orderNumber }: Wish,
): Pick<OrderMessage, 'text' | 'picture' | 'greeting'> & { id: string | undefined } {
  const messages = [call.args[1], image, greeting].filter((message) => message !== undefined);
  if (messages.length > 1)
    throw misuse('a text, --image and --greeting are messages of their own: leave all but one out');
  if (greeting !== undefined) {
    if (id !== undefined) throw misuse('a greeting has its own id: leave --id out');
    return { text: null, ...greetingNamed(context.env, greeting, { account, orderNumber }) };
  }
  if (image !== undefined) return { id, text: null, picture: readPicture(image) };
  return { id, text: readArgument(messageValue, call, { index: 1, name: 'the text' }) };
}

/** One that is repeated from another machine was tried at an unknown time. */
const idOf = (repeated: string | undefined, before: KeptMessage | null): Pick<OrderMessage, 'id' | 'triedAtMs'> =>
  repeated === undefined ? { id: randomUUID(), triedAtMs: null } : { id: repeated, triedAtMs: before?.triedAtMs ?? 0 };
