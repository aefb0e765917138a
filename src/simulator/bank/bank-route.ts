import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Marketplace } from '../world/marketplace.ts';
import type { BankRoute, Transfer } from '../world/bank-state.ts';

/** A delivery that was not accepted leaves again after so long, as often as this, as senders in the field do. */
const againMs = 500;
const maxTries = 40;
const answerLimitMs = 5_000;

/**
 * Reports each transfer, and each end of a pending one, to a receiver by Standard Webhooks, at least once: until it answers
 * 2xx. Returns what ends it.
 */
export function openBankRoute(marketplace: Marketplace, route: BankRoute): () => void {
  const over = new AbortController();
  const stop = marketplace.listen((event) => {
    if (event.type !== 'transfer') return;
    const transfer = marketplace.state.transfers?.find(({ reference }) => reference === event.reference);
    if (transfer === undefined || transfer.stand === 'cancelled') return;
    const report = { id: `${route.name}-${transfer.reference}-${transfer.stand}`, body: bodyOf(transfer) };
    for (let copy = 0; copy < (route.copies ?? 1); copy += 1) void deliver(route, report, over.signal);
  });
  return () => {
    stop();
    over.abort();
  };
}

/** What a sender of one's own says of a payment (docs/payments.md). */
function bodyOf({ amount, currency, payer, reference, memo, stand: state, bookedAtMs }: Transfer): string {
  const bookedAt = bookedAtMs === null ? {} : { bookedAt: new Date(bookedAtMs).toISOString() };
  return JSON.stringify({ amount, currency, payer, reference, memo, state, ...bookedAt });
}

async function deliver(route: BankRoute, report: { id: string; body: string }, over: AbortSignal): Promise<void> {
  for (let tries = 0; tries < maxTries && !over.aborted; tries += 1) {
    if (await isAccepted(route, report, over)) return;
    await delay(againMs, undefined, { signal: over }).catch(() => undefined);
  }
}

async function isAccepted({ url, secret }: BankRoute, { id, body }: { id: string; body: string }, over: AbortSignal) {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  try {
    const { ok } = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      },
      signal: AbortSignal.any([over, AbortSignal.timeout(answerLimitMs)]),
    });
    return ok;
  } catch {
    return false;
  }
}
