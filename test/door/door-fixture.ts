import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { PaymentSource } from '../../src/config/file/payment-sources.ts';
import { messageSourceOf } from '../../src/config/file/payments/message-keys.ts';
import { openPaymentDoor } from '../../src/door/payment-door.ts';
import { webhookSignature } from '../../src/door/webhook-signature.ts';
import { zoneClock } from '../../src/domain/hours/time-zone.ts';
import { doorOf } from './door-key.ts';
import { memoryRegister } from '../register/memory-register.ts';

export const key = Buffer.from('a key of 24 bytes, no more');
export const nowMs = Date.UTC(2026, 10, 28, 12, 0, 0);

export function sourceOf(part: Partial<PaymentSource> = {}): PaymentSource {
  const zone = zoneClock(part.scheme === 'sepay' ? 'Asia/Ho_Chi_Minh' : 'UTC');
  if (zone === null) throw new Error('this machine knows no time zones');
  return {
    name: 'bank',
    scheme: 'standard-webhooks',
    class: 'evidence',
    account: 'main',
    currency: 'BOB',
    method: null,
    isReversible: false,
    zone,
    key,
    message: messageSourceOf({}),
    ...part,
  };
}

/** What a door has logged, a line each. */
type Line = Readonly<Record<string, unknown>>;

/** Opens a door with a register in memory; both end with the test. */
export async function openDoorWorld(sources: readonly PaymentSource[] = [sourceOf()]) {
  const memory = memoryRegister();
  const signer = doorOf();
  const lines: Line[] = [];
  const log = (line: Line, text?: string): void => void lines.push({ ...line, text });
  const clock = { nowMs, now: () => clock.nowMs };
  const logger = { info: log, warn: log } as unknown as Parameters<typeof openPaymentDoor>[0]['logger'];
  const options = {
    host: '127.0.0.1',
    port: 0,
    sources,
    register: memory.register,
    logger,
    clock,
    key: signer.privateKey,
  };
  const door = await openPaymentDoor(options);
  onTestFinished(() => door.close());
  const post = async (path: string, { headers, body }: Sent, method = 'POST') => {
    const sent = method === 'GET' ? {} : { body };
    const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { method, headers, ...sent });
    return { status: answer.status, data: (await answer.json()) as unknown };
  };
  const payments = () => memory.register.paymentsSeen({});
  return { signer, memory, lines, clock, post, payments, close: door.close };
}

export interface Sent {
  headers: Record<string, string>;
  body: string;
}

export const said = { amount: '400.00', currency: 'BOB', payer: 'Ana Perez', reference: 'TRX-77', state: 'booked' };

interface Signing {
  id?: string;
  atMs?: number;
  key?: Buffer;
}

/** Signs a message of one's own sender. */
export function standard(data: unknown = said, signing: Signing = {}): Sent {
  const { id = 'msg_1', atMs = nowMs } = signing;
  const [seconds, body] = [String(Math.floor(atMs / 1_000)), typeof data === 'string' ? data : JSON.stringify(data)];
  const signature = webhookSignature(signing.key ?? key, { id, seconds, body });
  return { headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature }, body };
}

export const transfer = {
  id: 92704,
  gateway: 'Vietcombank',
  transactionDate: '2026-11-28 18:59:00',
  accountNumber: '0123499999',
  code: null,
  content: 'NGUYEN VAN AN chuyen tien',
  transferType: 'in',
  transferAmount: 2277000,
  accumulated: 19077000,
  subAccount: null,
  referenceCode: 'MBVCB.3278907687',
  description: '',
};

/** Signs a message as SePay does. */
export function sepay(data: unknown = transfer, atMs = nowMs): Sent {
  const [seconds, body] = [String(Math.floor(atMs / 1_000)), JSON.stringify(data)];
  const digest = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  return { headers: { 'x-sepay-timestamp': seconds, 'x-sepay-signature': `sha256=${digest}` }, body };
}
