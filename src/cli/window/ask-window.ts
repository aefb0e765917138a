import { z } from 'zod';
import { approvalAnswerSchema, type ApprovalAnswer, type ApprovalAsk } from '../../domain/sheet/approval-ask.ts';
import { chatPictureSchema, maxPictureText, type ChatPicture } from '../../domain/sheet/chat-picture.ts';
import {
  markedSchema,
  saidSchema,
  type Marked,
  type OrderMessage,
  type Said,
} from '../../domain/sheet/chat-message.ts';
import { waitingNeedsSchema, type WaitingNeeds } from '../../domain/notices/waiting-need.ts';
import {
  orderBriefSchema,
  orderChatSchema,
  orderSheetSchema,
  type OrderBrief,
  type OrderChat,
  type OrderSheet,
} from '../../domain/sheet/order-sheet.ts';
import { askDoor, DoorBroken } from '../door/ask-door.ts';
import type { Reply } from '../door/door.ts';
import { notedWorkers, type FoundWorker } from '../door/worker-note.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { standingPath } from '../kit/standing-path.ts';
import {
  approvalPath,
  briefPath,
  chatPath,
  leadsPath,
  needsPath,
  picturePath,
  readPath,
  sayPath,
  sheetPath,
  type ChatWish,
} from './window-routes.ts';

/** What a window has answered; else why nothing is shown, in words. */
export type WindowAnswer<T> = { readonly shown: T } | { readonly missing: string };

/** The same of something that is done; `lost`: it may have been done, and the answer did not arrive. */
export type DoneAnswer<T> = WindowAnswer<T> | { readonly lost: string };

/** Twice what a read may take in the worker, and some. */
const limitMs = 9_000;
/** The same of a picture. */
const pictureLimitMs = 30_000;

export interface Asking {
  context: CommandContext;
  account: string;
  timeoutMs: number;
}

interface Question<T> {
  path: string;
  schema: z.ZodType<T>;
  /** Of something that is done. */
  body?: unknown;
  /** Absent: as long as a sheet. */
  maxBytes?: number;
}

interface Saying {
  orderNumber: string;
  message: OrderMessage;
}

const closedSchema = z.object({ error: z.string().max(500), leader: z.string().max(200).nullable().optional() });

/** Asks the worker of this machine that leads an account for the sheet of an order. Never rejects. */
export function askSheet(asking: Asking, orderNumber: string): Promise<WindowAnswer<OrderSheet>> {
  return ask(asking, { path: sheetPath(asking.account, orderNumber), schema: orderSheetSchema });
}

/** Asks for what a list shows of an order. Never rejects. */
export function askBrief(asking: Asking, orderNumber: string): Promise<WindowAnswer<OrderBrief>> {
  return ask(asking, { path: briefPath(asking.account, orderNumber), schema: orderBriefSchema });
}

const leaderSchema = z.object({
  lookedAtMs: z.int().nonnegative().nullable(),
  isHeld: z.boolean(),
  banUntilMs: z.int().nonnegative().nullable(),
});

/** Asks the worker of this machine that leads an account whether it looks at its markets. Never rejects. */
export function askLeader(asking: Asking): Promise<WindowAnswer<z.infer<typeof leaderSchema>>> {
  return ask(asking, { path: leadsPath(asking.account), schema: leaderSchema });
}

/** Asks for all that waits for a person, the most urgent first. Never rejects. */
export function askNeeds(asking: Asking): Promise<WindowAnswer<WaitingNeeds>> {
  return ask(asking, { path: needsPath(asking.account), schema: waitingNeedsSchema });
}

/** Asks for the last messages of an order. Never rejects. */
export function askChat(
  asking: Asking,
  { orderNumber, ...wish }: ChatWish & { orderNumber: string },
): Promise<WindowAnswer<OrderChat>> {
  return ask(asking, { path: chatPath(asking.account, orderNumber, wish), schema: orderChatSchema });
}

/** Asks for the picture of one message. Never rejects. */
export async function askPicture(
  asking: Asking,
  { orderNumber, id }: { orderNumber: string; id: string },
): Promise<WindowAnswer<ChatPicture>> {
  const path = picturePath(asking.account, orderNumber, id);
  const question = { path, schema: chatPictureSchema, maxBytes: maxPictureText };
  return ask({ ...asking, timeoutMs: pictureLimitMs }, question, pictureLimitMs);
}

/** Asks for what a person signs who approves an order. Never rejects. */
export async function askApproval(
  asking: Asking,
  { orderNumber, ...wish }: ApprovalAsk & { orderNumber: string },
): Promise<WindowAnswer<ApprovalAnswer>> {
  const path = approvalPath(asking.account, orderNumber);
  return await ask(asking, { path, schema: approvalAnswerSchema, body: wish });
}

/** Asks for a message to be sent. Never rejects. */
export function askToSay(asking: Asking, { orderNumber, message }: Saying): Promise<DoneAnswer<Said>> {
  const path = sayPath(asking.account, orderNumber);
  return askOnce(asking, { path, schema: saidSchema, body: message });
}

/** Asks for the messages of an order to be marked as read. Never rejects. */
export function askToMark(asking: Asking, orderNumber: string): Promise<DoneAnswer<Marked>> {
  return askOnce(asking, { path: readPath(asking.account, orderNumber), schema: markedSchema, body: {} });
}

async function ask<T>(asking: Asking, question: Question<T>, atMostMs = limitMs): Promise<WindowAnswer<T>> {
  const answer = await askOnce({ ...asking, timeoutMs: Math.min(asking.timeoutMs, atMostMs) }, question);
  return 'lost' in answer ? { missing: answer.lost } : answer;
}

/** Asks one worker after the other; what one of them may have done is not asked of another one. */
async function askOnce<T>(asking: Asking, question: Question<T>): Promise<DoneAnswer<T>> {
  const { context, account, timeoutMs } = asking;
  let missing = `no worker of this machine leads the account ${account}`;
  const endMs = Date.now() + timeoutMs;
  for (const worker of workersFor(context, account)) {
    const asked = { account, pid: worker.note.pid, before: missing };
    const answer = await askOne(worker, { ...question, timeoutMs: Math.max(1, endMs - Date.now()) }, asked);
    if (answer === null) continue;
    const mayBeDone = 'lost' in answer && question.body !== undefined;
    if ('shown' in answer || mayBeDone) return answer;
    missing = 'lost' in answer ? answer.lost : answer.missing;
  }
  return { missing };
}

/** Returns null where there is no such worker any more. */
async function askOne<T>(
  worker: FoundWorker,
  { path, schema, body, timeoutMs, maxBytes }: Question<T> & { timeoutMs: number },
  asked: Asked,
): Promise<DoneAnswer<T> | null> {
  try {
    const reply = await askDoor(worker, {
      method: body === undefined ? 'GET' : 'POST',
      path,
      body,
      timeoutMs,
      maxBytes,
    });
    if (reply === null) return null;
    if (reply.status !== 200) return { missing: reasonOf(reply, asked) };
    const parsed = schema.safeParse(reply.data);
    return parsed.success ? { shown: parsed.data } : { lost: reasonOf(reply, asked) };
  } catch (error) {
    const how = error instanceof DoorBroken ? 'ended while it was asked' : 'did not answer in time';
    return { lost: `worker ${asked.pid} ${how}` };
  }
}

interface Asked {
  account: string;
  pid: number;
  /** What is said where this one knows no better. */
  before: string;
}

function reasonOf({ status, data }: Reply, { account, pid, before }: Asked): string {
  if (status === 404) return before;
  const closed = closedSchema.safeParse(data);
  if (status === 200 || !closed.success) return `worker ${pid} gave no sheet: is it another version of Peerdesk?`;
  const { error, leader } = closed.data;
  if (leader === undefined) return `worker ${pid}: ${error}`;
  const who = leader === null ? '' : ` (${leader} leads it)`;
  return `no worker of this machine leads the account ${account}${who}`;
}

/** Those that name the account first: a worker may serve it since its file was changed. A worker of another file has another desk. */
function workersFor({ env, file }: CommandContext, account: string): FoundWorker[] {
  const path = file === undefined ? null : knownPath(file.path);
  const isMeant = ({ note }: FoundWorker): boolean => path === null || note.file === null || note.file === path;
  const rank = ({ note }: FoundWorker): number => (note.accounts.includes(account) ? 0 : 1);
  return notedWorkers(env)
    .filter(isMeant)
    .toSorted((left, right) => rank(left) - rank(right));
}

function knownPath(path: string): string | null {
  try {
    return standingPath(path);
  } catch {
    return null;
  }
}
