/** A desk that releases by signed payments, a door with sources of each kind, and a bank whose transfers a test reports as it likes. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orderSheetSchema } from '../../../src/domain/sheet/order-sheet.ts';
import { webhookSignature } from '../../../src/door/webhook-signature.ts';
import type { PayerHabit, Transfer } from '../../../src/simulator/world/bank-state.ts';
import { SimOrderStatus } from '../../../src/simulator/world/simulator-state.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { json, operatorOf, type Peerdesk } from '../operator.ts';
import { releaseByEvidence, secret, startDoor } from '../window/real-door.ts';

export const zoneHours = 4;
const sources = `
[payments.recall]
scheme = "standard-webhooks"
class = "evidence"
secret_file = "bank"
currency = "BOB"
reversible = true

[payments.phone]
scheme = "text"
class = "hint"
secret_file = "bank"
currency = "BOB"
zone = "America/La_Paz"
decimal = ","
date_format = "DD/MM/YYYY HH:mm"
templates = ["Recibiste Bs {amount} de {payer} el {date}. Ref {reference}."]

[payments.files]
scheme = "statement"
class = "hint"
currency = "BOB"
decimal = "."
columns = { date = "Date", amount = "Amount", payer = "Payer", reference = "Reference" }
`;

/** An order that someone has taken. */
export interface Taken {
  order: string;
  payer: string;
  total: string;
}

/** What a source says of a payment. */
export interface Said {
  amount: string;
  payer?: string;
  reference: string;
  memo?: string;
  state?: 'booked' | 'pending';
  bookedAt?: string;
}

export interface MistakesWorld {
  world: DeskWorld;
  peerdesk: Peerdesk;
  /** A buyer takes an ad and says that he has paid; what he really did is his habit. */
  take: (part: { total: string; payer: string; habit: PayerHabit }) => Taken;
  /** The transfers of an order as they stand at the bank. */
  transfers: (taken: Taken) => readonly Transfer[];
  /** A source of evidence reports a payment; returns the status of the answer. */
  report: (said: Said, source?: 'bank' | 'recall') => Promise<number>;
  /** A phone forwards a text. */
  forward: (text: string) => Promise<number>;
  /** Imports a file of the bank. */
  importFile: (name: string, text: string) => ReturnType<Peerdesk>;
  /** Waits until the sheet of an order says so of its payments. */
  judged: (taken: Taken, verdicts: readonly string[]) => Promise<void>;
  statusOf: (taken: Taken) => unknown;
  /** The buyers of what is open take their orders back: an open order is looked at again with each payment. */
  cancelOpen: () => void;
}

export async function openMistakesWorld(atEnd: AtEnd): Promise<MistakesWorld> {
  const world = await openDeskWorld({ bank: { delayMs: 500 } }, quickSettings, atEnd);
  const { simulator } = world;
  await releaseByEvidence(world, atEnd);
  world.startWorker();
  await world.startDesk({ release: { policy: 'match', amountCap: null, counterparty: noRules } });
  const door = await startDoor(world, { sources, atEnd });
  const peerdesk = operatorOf(world);
  await until(
    'the worker has made the register',
    () => peerdesk('payment', 'list'),
    ({ exitCode }) => exitCode === 0,
  );
  const open: string[] = [];
  const statusOf = (order: string): unknown => simulator.marketplace.orders.get(order)?.status;
  let posts = 0;
  return {
    world,
    peerdesk,
    take: ({ total, payer, habit }) => {
      const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
      const parts = { adNumber, totalPrice: total, realName: payer, payerHabit: habit };
      const order = simulator.counterparties.take(parts);
      simulator.counterparties.pay(order);
      open.push(order);
      return { order, payer, total };
    },
    transfers: ({ order }) => (simulator.snapshot().transfers ?? []).filter(({ orderNumber }) => orderNumber === order),
    report: async (said, source = 'bank') => {
      const body = JSON.stringify({ currency: 'BOB', state: 'booked', ...said });
      return await post(door.url.replace(/bank$/, source), webhookHeaders(`msg_${(posts += 1)}`, body), body);
    },
    forward: async (text) => {
      const body = JSON.stringify({ content: text, timestamp: String((posts += 1)) });
      return await post(door.url.replace(/bank$/, 'phone'), { 'x-peerdesk-secret': secret }, body);
    },
    importFile: async (name, text) => {
      const file = join(dirname(door.file), name);
      await writeFile(file, text);
      return await peerdesk('payment', 'import', 'files', file, '--config', door.file);
    },
    judged: async ({ order }, verdicts) => {
      await until(
        `the sheet of ${order} says ${verdicts.join()}`,
        async () => verdictsOf(json(await peerdesk('order', 'show', order, '--json'))),
        (found) => found.join() === verdicts.join(),
      );
    },
    statusOf: ({ order }) => statusOf(order),
    cancelOpen: () => {
      for (const order of open.splice(0))
        if (statusOf(order) === SimOrderStatus.PAID) simulator.counterparties.cancel(order);
    },
  };
}

function verdictsOf(shown: unknown): string[] {
  const read = orderSheetSchema.safeParse((shown as { sheet: unknown }).sheet);
  if (!read.success || !('known' in read.data.payments)) return ['unknown'];
  return read.data.payments.known.seen.map(({ verdict }) => verdict);
}

const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

function webhookHeaders(id: string, body: string): Record<string, string> {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = webhookSignature(key, { id, seconds, body });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
