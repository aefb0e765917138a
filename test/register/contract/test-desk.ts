import type { LeadTerm } from '../../../src/register/operations/terms.ts';
import type { OrderSeen } from '../../../src/register/operations/reads.ts';
import type { OrderStand } from '../../../src/domain/register/order-stand.ts';
import type { Arming, ArmReply } from '../../../src/register/operations/arm.ts';
import type { Claim, ClaimReply } from '../../../src/register/operations/claim.ts';
import type { TakenBack } from '../../../src/domain/register/taken-back.ts';
import type { Register } from '../../../src/register/register.ts';

/** A register under test, and the database below it. */
export interface RegisterWorld {
  readonly register: Register;
  /** Changes the database by hand. */
  change(sql: string): Promise<void>;
}

/** Returns the register of the suite. */
export type WorldSource = () => RegisterWorld;

export const startMs = 1_800_000_000_000;
export const untilMs = startMs + 30_000;
/** A moment at which a call that has left shows in reads, or never will. */
export const laterMs = untilMs + 1_000;
export const dayMs = 24 * 3_600_000;

let count = 0;

/** Returns a name that no other test has: the tests of a backend share one register. */
export function fresh(kind: string): string {
  count += 1;
  return `${kind}-${process.pid}-${count}`;
}

export const payment = (key: string) => ({ key, proof: `as reported: ${key}` });

/** One account of a register, in one term, with defaults for what a test does not look at. */
export class TestDesk {
  readonly register: Register;
  readonly account: string;
  term: number;
  /** The generation in which the term has begun. */
  readonly begunIn: string;

  private constructor(register: Register, account: string, { term, generation }: LeadTerm) {
    this.register = register;
    this.account = account;
    this.term = term;
    this.begunIn = generation;
  }

  static async open({ register }: RegisterWorld, account = fresh('account')): Promise<TestDesk> {
    const begun = await register.beginTerm({ account, leader: '1@here', signers: null, nowMs: startMs });
    return new TestDesk(register, account, begun);
  }

  claim(subject: string, wish: Partial<Claim> = {}): Promise<ClaimReply> {
    const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: 'user-1' };
    const rest = { epoch: 0, payments: [], perDay: null, nowMs: startMs };
    return this.register.claim({
      account: this.account,
      callId: fresh('call'),
      term: this.term,
      begunIn: this.begunIn,
      step: 'release',
      subject,
      ...money,
      ...rest,
      ...wish,
    });
  }

  /** Returns the number of a claim. Throws where it is refused. */
  async claimed(subject: string, wish: Partial<Claim> = {}): Promise<number> {
    const reply = await this.claim(subject, wish);
    if (!reply.claimed) throw new Error(`refused: ${reply.reason} ${reply.code}`);
    return reply.number;
  }

  /** Arms with the marks as they stand, unless the test names others. */
  async arm(number: number, subject: string, wish: Partial<Arming> = {}): Promise<ArmReply> {
    const { generation, epoch, revision } = await this.register.marksOf({ account: this.account, subject });
    const moments = { guardAtMs: startMs, untilMs, nowMs: startMs };
    const rest = { seen: { generation, epoch, revision }, payments: [], codeStep: null };
    return this.register.arm({ account: this.account, number, term: this.term, ...rest, ...moments, ...wish });
  }

  /** Claims and arms; returns the number. Throws where either is refused. */
  async sent(subject: string, wish: Partial<Claim> = {}): Promise<number> {
    const number = await this.claimed(subject, wish);
    const keys = (wish.payments ?? []).map(({ key }) => key);
    const reply = await this.arm(number, subject, { payments: keys, nowMs: wish.nowMs ?? startMs });
    if (!reply.armed) throw new Error(`refused: ${reply.reason} ${reply.code}`);
    return number;
  }

  /** The service shows an order of the desk's own, as a seller. */
  see(orderNumber: string, seen: Partial<OrderSeen> = {}): Promise<OrderStand> {
    const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: 'user-1' };
    const rest = { payments: [], resetId: null, beganAtMs: laterMs, nowMs: laterMs };
    const order = { account: this.account, orderNumber, side: 'SELL', status: 'PAID', ...money, ...rest } as const;
    return this.register.orderSeen({ ...order, ...seen });
  }

  /** Two reads after the call's time that do not show it. */
  async seeTwice(orderNumber: string, seen: Partial<OrderSeen> = {}): Promise<void> {
    await this.see(orderNumber, { ...seen, beganAtMs: laterMs });
    await this.see(orderNumber, { ...seen, beganAtMs: laterMs + 1 });
  }

  async states(subject: string, step: Claim['step'] = 'release'): Promise<string[]> {
    const rows = await this.register.stepRows({ account: this.account, step, subject });
    return rows.map(({ state }) => state);
  }

  takeBack(orderNumber: string, what: TakenBack) {
    const word = { account: this.account, orderNumber, what, by: 'ana', note: 'a reason', nowMs: startMs };
    return this.register.takeBack(word);
  }

  marks(subject: string) {
    return this.register.marksOf({ account: this.account, subject });
  }
}
