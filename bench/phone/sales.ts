import { setTimeout as delay } from 'node:timers/promises';
import { startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { fieldIn } from '../../test/door/page/page-fixture.ts';
import { account, type PhoneWorld } from './world.ts';

/** When what became of a sale, in epoch ms; null: it did not. */
export interface Sale {
  readonly orderNumber: string;
  readonly paidMs: number;
  readonly webhookMs: number | null;
  readonly telegramMs: number | null;
  readonly tapMs: number | null;
  readonly releasedMs: number | null;
}

export interface SalesPlan {
  readonly sales: number;
  readonly perMinute: number;
}

const askLimitMs = 60_000;
const releaseLimitMs = 60_000;
/** Who has a message needs a moment for it, and another one for what he signs and for his finger: at most as long each. */
const lookMs = 3_000;
const leastLookMs = 1_000;
const moveEveryMs = 10_000;

/** Keeps four ads, whose markets move. Returns what ends the moves. */
export async function keepAds({ client, simulator, market }: PhoneWorld): Promise<() => void> {
  const limits = { floor: '9.20', ceiling: '10.80' };
  for (const [fiat, side] of [
    ['BOB', 'SELL'],
    ['BOB', 'BUY'],
    ['PEN', 'SELL'],
    ['PEN', 'BUY'],
  ] as const) {
    const adNumber = simulator.ads.add({ account, side, asset: 'USDT', fiat, price: side === 'SELL' ? '10.3' : '9.7' });
    const rules = pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits });
    await startAd(client, { account, adNumber, mode: 'sim', rules });
  }
  let moves = 0;
  const moving = setInterval(() => {
    moves += 1;
    market.move((10.02 + (moves % 5) / 100).toFixed(2));
  }, moveEveryMs);
  return () => clearInterval(moving);
}

/** Lets people take and pay sales by a plan, beside as many who cancel; each sale is approved by a tap of the phone. */
export async function runSales(world: PhoneWorld, plan: SalesPlan): Promise<Sale[]> {
  const random = createRandom(34);
  const released = new Map<string, number>();
  const leave = world.simulator.on((event) => {
    if (event.type === 'order' && event.event === 'completed') released.set(event.orderNumber, Date.now());
  });
  const gapMs = 60_000 / plan.perMinute;
  const one = async (index: number): Promise<Sale> => {
    const [startMs, payMs] = [gapMs * random.next(), 3_000 + gapMs * random.next()];
    const moment = (): number => leastLookMs + (lookMs - leastLookMs) * random.next();
    const [openMs, tapMs] = [moment(), moment()];
    await delay(index * gapMs + startMs);
    const orderNumber = takeSale(world);
    const leaving = takeSale(world);
    await delay(payMs);
    world.simulator.counterparties.cancel(leaving);
    const paidMs = Date.now();
    world.simulator.counterparties.pay(orderNumber);
    const { webhook, telegram } = world.asked;
    const webhookMs = await until(() => webhook.get(orderNumber), askLimitMs);
    await delay(openMs);
    const tappedMs = webhookMs === null ? null : await approve(world, orderNumber, tapMs);
    const releasedMs = tappedMs === null ? null : await until(() => released.get(orderNumber), releaseLimitMs);
    return {
      orderNumber,
      paidMs,
      webhookMs,
      telegramMs: telegram.get(orderNumber) ?? null,
      tapMs: tappedMs,
      releasedMs,
    };
  };
  const sales = await Promise.all(Array.from({ length: plan.sales }, (_, index) => one(index)));
  leave();
  return sales;
}

function takeSale({ simulator }: PhoneWorld): string {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  return simulator.counterparties.take({ adNumber, totalPrice: '400.00' });
}

/** Returns when the signature was sent; null: there was nothing to sign. */
async function approve({ phone }: PhoneWorld, orderNumber: string, afterMs: number): Promise<number | null> {
  const path = `/orders/${account}/${orderNumber}/approve`;
  const { status, text } = await phone.look(path);
  if (status !== 200 || !text.includes('data-challenge')) return null;
  const form = { seal: fieldIn(text, 'seal'), nonce: fieldIn(text, 'nonce'), answer: phone.sign(text) };
  await delay(afterMs);
  const atMs = Date.now();
  await phone.press(path, form);
  return atMs;
}

async function until(read: () => number | undefined, limitMs: number): Promise<number | null> {
  const endMs = Date.now() + limitMs;
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    if (Date.now() > endMs) return null;
    await delay(20);
  }
}
