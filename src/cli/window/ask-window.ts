import { realpathSync } from 'node:fs';
import { z } from 'zod';
import {
  orderBriefSchema,
  orderChatSchema,
  orderSheetSchema,
  type OrderBrief,
  type OrderChat,
  type OrderSheet,
} from '../../domain/sheet/order-sheet.ts';
import { askDoor } from '../door/ask-door.ts';
import type { Reply } from '../door/door.ts';
import { notedWorkers, type FoundWorker } from '../door/worker-note.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { briefPath, chatPath, sheetPath } from './window-routes.ts';

/** What a window has answered; else why nothing is shown, in words. */
export type WindowAnswer<T> = { readonly shown: T } | { readonly missing: string };

/** Twice what a read may take in the worker, and some. */
const limitMs = 9_000;

interface Asking {
  context: CommandContext;
  account: string;
  timeoutMs: number;
}

interface Question<T> {
  path: string;
  schema: z.ZodType<T>;
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

/** Asks for the last messages of an order. Never rejects. */
export function askChat(asking: Asking, wish: { orderNumber: string; rows: number }): Promise<WindowAnswer<OrderChat>> {
  const path = chatPath(asking.account, wish.orderNumber, wish.rows);
  return ask(asking, { path, schema: orderChatSchema });
}

async function ask<T>(asking: Asking, { path, schema }: Question<T>): Promise<WindowAnswer<T>> {
  const { context, account, timeoutMs } = asking;
  let reason = `no worker of this machine leads the account ${account}`;
  const endMs = Date.now() + Math.min(timeoutMs, limitMs);
  for (const worker of workersFor(context, account)) {
    const { pid } = worker.note;
    try {
      const restMs = Math.max(1, endMs - Date.now());
      const reply = await askDoor(worker, { method: 'GET', path, timeoutMs: restMs });
      if (reply === null) continue;
      const parsed = reply.status === 200 ? schema.safeParse(reply.data) : null;
      if (parsed?.success === true) return { shown: parsed.data };
      reason = reasonOf(reply, { account, pid, before: reason });
    } catch {
      reason = `worker ${pid} did not answer in time`;
    }
  }
  return { missing: reason };
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
  const path = file === undefined ? null : realPath(file.path);
  const isMeant = ({ note }: FoundWorker): boolean => path === null || note.file === null || note.file === path;
  const rank = ({ note }: FoundWorker): number => (note.accounts.includes(account) ? 0 : 1);
  return notedWorkers(env)
    .filter(isMeant)
    .toSorted((left, right) => rank(left) - rank(right));
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
