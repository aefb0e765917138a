/** Writing into the chat of an order, once: its id is kept before it leaves, and one that was tried is looked for first. */
import type { NotSent, OrderMessage, Said } from '../../domain/sheet/chat-message.ts';
import { CliFailure, refusal } from '../kit/cli-failure.ts';
import { ageText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { requireConsent } from '../session/consent.ts';
import { askToSay, type Asking, type DoneAnswer } from '../window/ask-window.ts';
import { dropMessage, keepMessage, keptMessages, type KeptMessage } from './kept-messages.ts';
import { notSentCode, notSentText, unknownText } from './said-text.ts';

/** How a person goes on where it was not said. */
export interface WaysOn {
  /** What he adds who means it nevertheless. */
  readonly agree: string;
  /** What he does where message `id` may have arrived, and he means another one. */
  readonly beside: (orderNumber: string, id: string) => string;
  /** What he does where it is not known whether message `id` was sent. */
  readonly again: (orderNumber: string, id: string) => string;
}

interface Saying {
  readonly asking: Asking;
  readonly orderNumber: string;
  readonly message: OrderMessage;
  /** What is kept of an earlier try; null: there was none. */
  readonly before: KeptMessage | null;
  readonly ways: WaysOn;
}

interface Meant extends Pick<Saying, 'asking' | 'orderNumber' | 'ways'> {
  /** Absent: one that is still to be drawn. */
  readonly id: string | undefined;
  /** Whether it is a new one where nothing is kept of it. */
  readonly isNew: boolean;
  /** Whether it is meant beside one that may have been sent. */
  readonly isAnother: boolean;
}

/** Returns what is kept of a message; null: nothing. Throws a refusal for a new one beside one that may have been sent. */
export function triedBefore({ asking, orderNumber, ways, id, isNew, isAnother }: Meant): KeptMessage | null {
  const { context, account } = asking;
  const kept = keptMessages(context.env).filter((one) => one.account === account && one.orderNumber === orderNumber);
  const before = kept.find((one) => one.id === id) ?? null;
  if (before === null && isNew && !isAnother) refuseBesideOpen(kept, orderNumber, ways);
  return before;
}

/** Who repeats a message without its id would write twice. */
function refuseBesideOpen(kept: readonly KeptMessage[], orderNumber: string, ways: WaysOn): void {
  const open = kept.find(({ isSent }) => !isSent);
  if (open === undefined) return;
  const age = ageText(Math.max(0, Date.now() - open.triedAtMs));
  throw refusal(
    `order ${orderNumber}: not sent, because message ${open.id} of ${age} ago may have been: ${ways.beside(orderNumber, open.id)}`,
  );
}

type Sent = Extract<Said, { outcome: 'sent' }>;
type Settled = Exclude<Said, { outcome: 'unknown' }>;

/**
 * Says a message that was not said before. Rejects with a failure where it was not sent, or where that is not known; until it
 * waits for the worker it gives way to nothing, so that of two at once the second sees what the first has kept.
 */
export async function sayKept(saying: Saying): Promise<Sent> {
  const done = saying.before?.isSent === true ? sentBefore : await sayAgreed(saying);
  if (done.outcome === 'not-sent') throw failure(saying, notSentOf(done.why));
  return done;
}

const sentBefore: Sent = { outcome: 'sent', before: true };

/** What is written in an appeal is read by those who decide it: a person has to mean it. */
async function sayAgreed(saying: Saying): Promise<Settled> {
  const said = await sayOnce(saying);
  if (said.outcome === 'sent' || said.why.code !== 'appeal') return said;
  const { asking, orderNumber, message, ways } = saying;
  const what = `an appeal has begun at order ${orderNumber}, and who decides it reads what you write`;
  await requireConsent(asking.context, { agreed: false, what, option: ways.agree });
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

/** Returns which message it is. */
export const factsOf = ({ asking: { account }, orderNumber, message: { id } }: Saying) => ({
  orderNumber,
  account,
  id,
});

/** Returns what is said of a message that is in the chat. */
export const sentText = ({ orderNumber, message: { id } }: Saying, { before }: Sent): string =>
  `order ${orderNumber}: message ${id} ${before ? 'was sent before, and nothing left now' : 'sent'}`;

function failure(saying: Saying, { exitCode, outcome, why }: Failing): CliFailure {
  const { orderNumber, message, before, ways } = saying;
  const text =
    outcome === 'unknown'
      ? `it is not known whether message ${message.id} was sent: ${why}; ${ways.again(orderNumber, message.id)}`
      : `not sent${before === null ? '' : ' now'}: ${why}`;
  return new CliFailure(exitCode, `order ${orderNumber}: ${text}`, { ...factsOf(saying), outcome });
}
