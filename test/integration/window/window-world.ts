import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notedWorkers, type FoundWorker } from '../../../src/cli/door/worker-note.ts';
import { account, until, type DeskWorld } from '../desk-harness.ts';
import type { Peerdesk } from '../operator.ts';
import { dump } from './server-dump.ts';

export const buyer = 'Rosalind Quillfeather Oyarzabal';
export const nickname = 'quill4711';
export const chatText = 'Pague con la cuenta de mi esposa Hortensia';

/** A sale that a person has to approve, whose buyer writes, as the window shows it. */
export async function openPaidSale(world: DeskWorld, peerdesk: Peerdesk) {
  const { simulator } = world;
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'approve'),
    ({ exitCode }) => exitCode === 0,
  );
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '400.00', realName: buyer, nickname });
  simulator.counterparties.pay(order);
  simulator.counterparties.say(order, chatText);
  simulator.counterparties.say(order, 'evil \u001b[2Jtext\u202e');
  await until(
    'the order waits for an approval, and the window shows it',
    () => peerdesk('order', 'show', order),
    ({ stdout }) => stdout.includes('no human has approved') && stdout.includes(buyer),
  );
  const methods = simulator.marketplace.orders.get(order)?.paymentMethods ?? [];
  return { order, accountNumber: methods[0]?.account ?? 'none' };
}

/** The workers that have left a note in the world's folder. */
export const notesOf = ({ env }: DeskWorld): FoundWorker[] =>
  notedWorkers({ PEERDESK_STATE_DIR: String(env['PEERDESK_STATE_DIR']) });

/** All that is kept of a world: its server, its log, its folder. */
export async function keptOf(world: DeskWorld): Promise<Readonly<Record<'temporal' | 'log' | 'state', string>>> {
  const state = String(world.env['PEERDESK_STATE_DIR']);
  const files = readdirSync(state).map((name) => readFileSync(join(state, name), 'latin1'));
  return { temporal: await dump(world.client), log: await world.log(), state: files.join('\n') };
}
