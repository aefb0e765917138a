import { randomUUID } from 'node:crypto';
import type { NotSent, OrderMessage, Said } from '../../domain/sheet/chat-message.ts';
import { CliFailure, misuse, refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { ageText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { messageValue, orderSayOptions } from '../options/chat-options.ts';
import { requireConsent } from '../session/consent.ts';
import { accountOf } from '../session/effective-environment.ts';
import { askToSay, type Asking, type DoneAnswer } from '../window/ask-window.ts';
import { dropMessage, keepMessage, keptMessages, type KeptMessage } from './kept-messages.ts';
import { greetingNamed } from './named-greeting.ts';
import { readPicture } from './read-picture.ts';
import { notSentCode, notSentText, unknownText } from './said-text.ts';

interface Saying {
  asking: Asking;
  orderNumber: string;
  message: OrderMessage;
  /** What is kept of an earlier try; null: there was none. */
  before: KeptMessage | null;
}

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
  const before = triedBefore(asking, { orderNumber, id, isAnother: yes });
  const message = { ...idOf(id, before), ...said, despiteAppeal: yes };
  const saying = { asking, orderNumber, message, before };
  const done = before?.isSent === true ? sentBefore : await sayAgreed(saying);
  if (done.outcome === 'not-sent') throw failure(saying, notSentOf(done.why));
  const what = done.before ? 'was sent before, and nothing left now' : 'sent';
  const data = { ...factsOf(saying), ...done };
  print(context, { json, data, text: () => `order ${orderNumber}: message ${message.id} ${what}` });
  return undefined;
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

interface Meant {
  orderNumber: string;
  /** Of the message that is repeated; absent: it is a new one. */
  id: string | undefined;
  /** Whether a new one is meant beside one that may have been sent. */
  isAnother: boolean;
}

/** Returns what is kept of the message that is repeated; null: nothing. */
function triedBefore({ context, account }: Asking, { orderNumber, id, isAnother }: Meant): KeptMessage | null {
  const kept = keptMessages(context.env).filter((one) => one.account === account && one.orderNumber === orderNumber);
  if (id === undefined && !isAnother) refuseBesideOpen(kept, orderNumber);
  return kept.find((one) => one.id === id) ?? null;
}

type Sent = Extract<Said, { outcome: 'sent' }>;
const sentBefore: Sent = { outcome: 'sent', before: true };

/** Who repeats a command without its id would write twice. */
function refuseBesideOpen(kept: readonly KeptMessage[], orderNumber: string): void {
  const open = kept.find(({ isSent }) => !isSent);
  if (open === undefined) return;
  const age = ageText(Math.max(0, Date.now() - open.triedAtMs));
  const look = `look at \`peerdesk order chat ${orderNumber}\``;
  throw refusal(
    `order ${orderNumber}: not sent, because message ${open.id} of ${age} ago may have been: ${look}, repeat that one with --id ${open.id}, or add --yes to say another`,
  );
}

type Settled = Exclude<Said, { outcome: 'unknown' }>;

/** What is written in an appeal is read by those who decide it: a person has to mean it. */
async function sayAgreed(saying: Saying): Promise<Settled> {
  const said = await sayOnce(saying);
  if (said.outcome === 'sent' || said.why.code !== 'appeal') return said;
  const { asking, orderNumber, message } = saying;
  const what = `an appeal has begun at order ${orderNumber}, and who decides it reads what you write`;
  await requireConsent(asking.context, { agreed: false, what });
  return await sayOnce({ ...saying, message: { ...message, despiteAppeal: true } });
}

/** Keeps the message, asks, and keeps what became of it. Rejects with a failure where that is not known. */
async function sayOnce(saying: Saying): Promise<Settled> {
  const { asking, orderNumber, message, before } = saying;
  const { env } = asking.context;
  const entry = { id: message.id, account: asking.account, orderNumber, triedAtMs: Date.now(), isSent: false };
  const keep = (changes: Partial<KeptMessage>): void => keepMessage(env, { ...entry, ...before, ...changes });
  keep({ triedAtMs: entry.triedAtMs });
  const answer = await askToSay(asking, { orderNumber, message });
  if ('lost' in answer) throw failure(saying, lost(answer.lost));
  const said = 'shown' in answer ? answer.shown : null;
  if (said?.outcome === 'unknown') {
    keep(said.why.code === 'unseen' ? { triedAtMs: said.why.triedAtMs } : {});
    throw failure(saying, lost(unknownText(said.why)));
  }
  if (said?.outcome === 'sent') keep({ isSent: true });
  // What became of an earlier try is as unknown as before.
  else if (before !== null) keep({});
  else dropMessage(env, message.id);
  if (said === null)
    throw failure(saying, { exitCode: ExitCode.NOT_RUNNING, outcome: 'not-sent', why: missing(answer) });
  return said;
}

interface Failing {
  exitCode: ExitCode;
  outcome: Said['outcome'];
  why: string;
}

const missing = (answer: DoneAnswer<Said>): string => ('missing' in answer ? answer.missing : '');
const lost = (why: string): Failing => ({ exitCode: ExitCode.TIMEOUT, outcome: 'unknown', why });
const notSentOf = (why: NotSent): Failing => ({
  exitCode: notSentCode(why),
  outcome: 'not-sent',
  why: notSentText(why),
});

const factsOf = ({ asking: { account }, orderNumber, message: { id } }: Saying) => ({ orderNumber, account, id });

function failure(saying: Saying, { exitCode, outcome, why }: Failing): CliFailure {
  const { orderNumber, message, before } = saying;
  const again = `look at \`peerdesk order chat ${orderNumber}\`; repeated with --id ${message.id} it is looked for first, and never said twice`;
  const text =
    outcome === 'unknown'
      ? `it is not known whether message ${message.id} was sent: ${why}; ${again}`
      : `not sent${before === null ? '' : ' now'}: ${why}`;
  return new CliFailure(exitCode, `order ${orderNumber}: ${text}`, { ...factsOf(saying), outcome });
}
