/** What people do at a desk during a case: they sell, attach payments, take back, release in the app, approve again. */
import { setTimeout as delay } from 'node:timers/promises';
import { orderControl, startOrder, type OrderView } from '../../../src/client/index.ts';
import type { SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import type { PeerdeskRun } from '../../setup/run-peerdesk.ts';
import { effects } from '../../simulator/effects.ts';
import { until } from '../storm/storm-world.ts';
import { noRules, type LossesWorld } from './losses-world.ts';
import { account, settings } from './own-service.ts';

const buyer = 'ANA PEREZ';
const ana = { by: 'ana' };
const limit = ['--timeout', '20s'];
/** A busy machine needs a while for the first release. */
const firstReleaseMs = 20_000;
const betweenLooksMs = 1_000;

/** An order, and the bank's reference of its payment. */
export interface Sale {
  readonly orderNumber: string;
  readonly reference: string;
}

const matchOf = (sale: Sale): readonly string[] => ['--amount', '500.00', '--payer', buyer, '--proof', sale.reference];

export class DeskDay {
  readonly world: LossesWorld;
  readonly random: SeededRandom;
  /** Orders that must not be released, by why. */
  readonly forbidden = new Map<string, string>();
  /** Orders whose payment is good and was attached. */
  readonly good = new Set<Sale>();
  #references = 0;

  constructor(world: LossesWorld, random: SeededRandom) {
    this.world = world;
    this.random = random;
  }

  /** An order that its buyer has paid by a transfer. */
  sale(reference = this.#newReference(), policy: 'match' | 'approve' = 'match'): Sale {
    const orderNumber = this.#taken();
    if (policy === 'match') this.world.simulator.counterparties.pay(orderNumber, reference);
    return { orderNumber, reference };
  }

  /** An order that the desk has to pay. */
  purchase(): Sale {
    return { orderNumber: this.#taken('BUY'), reference: this.#newReference() };
  }

  #taken(side: 'BUY' | 'SELL' = 'SELL'): string {
    const { ads, counterparties } = this.world.simulator;
    const adNumber = ads.add({ account, side, asset: 'USDT', fiat: 'BOB', price: '10.10' });
    return counterparties.take({ adNumber, totalPrice: '500.00', realName: buyer });
  }

  #newReference(): string {
    this.#references += 1;
    return `TRX-${this.#references}`;
  }

  isReleased({ orderNumber }: Sale): boolean {
    return effects(this.world.simulator.ledger(), 'release', orderNumber) > 0;
  }

  state({ orderNumber }: Sale): Promise<OrderView> {
    return orderControl(this.world.client, account, orderNumber).within(5_000).state();
  }

  /** Attaches the payment, as a person repeats it until it is answered. */
  async attach(sale: Sale): Promise<void> {
    await this.#repeat(sale, 'received', ...matchOf(sale));
  }

  /** Attaches the payment once, whatever comes of it. */
  tryAttach(sale: Sale, peerdesk = this.world.peerdesk): Promise<PeerdeskRun> {
    return peerdesk('order', 'received', sale.orderNumber, ...matchOf(sale), ...limit);
  }

  /** Repeats a command about an order until it is done, or the order is released. */
  async #repeat(sale: Sale, verb: string, ...args: string[]): Promise<void> {
    await until(
      `order ${verb} ${sale.orderNumber}`,
      async () => {
        if (this.isReleased(sale)) return '';
        const { exitCode, stdout, stderr } = await this.world.peerdesk(
          'order',
          verb,
          sale.orderNumber,
          ...args,
          ...limit,
        );
        // One that does not fit is attached all the same.
        return exitCode === 0 || stdout.includes('payment attached') ? '' : `${exitCode} ${stdout}${stderr}`;
      },
      (failure) => failure === '',
    );
  }

  /** Sells with a payment of its own; resolves before it is released. */
  async sellNew(): Promise<Sale> {
    const sale = this.sale();
    this.good.add(sale);
    await this.attach(sale);
    return sale;
  }

  /** An order with a good payment that is not attached yet, carried by its workflow. */
  async carried(): Promise<Sale> {
    const sale = this.sale();
    this.good.add(sale);
    await this.untilCarried(sale);
    return sale;
  }

  async untilCarried(sale: Sale): Promise<void> {
    await until(
      'the order is carried',
      () => this.state(sale),
      ({ status }) => status === 'PAID',
    );
  }

  async untilReleased(...sales: readonly Sale[]): Promise<void> {
    for (const sale of sales)
      await until(
        `order ${sale.orderNumber} is released`,
        () => this.#shown(sale),
        (shown) => shown === '',
      );
  }

  async #shown(sale: Sale): Promise<string> {
    if (this.isReleased(sale)) return '';
    const { waitingFor, why, lastProblem } = await this.state(sale);
    return `order ${sale.orderNumber} waits for ${waitingFor.code}: ${why} ${JSON.stringify(lastProblem)}`;
  }

  /** Waits until the workflow has ended: the register has read that it is done. */
  async untilOver(...sales: readonly Sale[]): Promise<void> {
    for (const sale of sales)
      await until(
        `order ${sale.orderNumber} is over`,
        () => this.state(sale),
        ({ waitingFor }) => waitingFor.code === 'nothing',
      );
  }

  /** Orders that people stopped in three ways: they must not be released without a new word. */
  async takeBack(): Promise<void> {
    await this.held();
    await this.#unmatched();
    await this.#revoked();
  }

  async held(): Promise<Sale> {
    const sale = this.sale();
    this.forbidden.set(sale.orderNumber, 'held');
    await this.#repeat(sale, 'hold', '--by', 'ana');
    await this.attach(sale);
    return sale;
  }

  async #unmatched(): Promise<void> {
    const sale = await this.held();
    this.forbidden.set(sale.orderNumber, 'its payment was taken back');
    await this.unmatch(sale);
    await this.#repeat(sale, 'unhold', '--by', 'ana');
  }

  async #revoked(): Promise<void> {
    const { client, simulator, mode } = this.world;
    const sale = this.sale(this.#newReference(), 'approve');
    const { orderNumber } = sale;
    this.forbidden.set(orderNumber, 'its approval was revoked');
    const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;
    // As long as something is missing, an approval releases nothing, and there is time to take it back.
    const fault = { kind: 'answer', fields: { additionalKycVerify: 1 } } as const;
    simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber }, fault }]);
    await startOrder(client, { account, orderNumber, mode, release, settings });
    simulator.counterparties.pay(orderNumber, sale.reference);
    await this.attach(sale);
    await this.#repeat(sale, 'approve-release', '--by', 'ana', '--amount', '500.00');
    await this.#repeat(sale, 'revoke', '--by', 'ana');
    simulator.setFaults([]);
  }

  /** A buyer shows a transfer that has paid another order; the person at the desk believes it. */
  async reuse({ reference }: Sale, why: string): Promise<Sale> {
    const sale = this.sale(reference);
    this.forbidden.set(sale.orderNumber, why);
    await this.attach(sale);
    return sale;
  }

  /** Takes the payment of an order back, as a person does who has compared it with the bank. */
  unmatch(sale: Sale): Promise<void> {
    return this.#repeat(sale, 'not-received', '--payment', sale.reference, '--by', 'ana');
  }

  /** Waits for a while: none of them may be released meanwhile. */
  async stay(ms: number, ...sales: readonly Sale[]): Promise<void> {
    await delay(ms);
    const left = sales.filter((sale) => this.isReleased(sale));
    if (left.length > 0)
      throw new Error(`released before a word: ${left.map(({ orderNumber }) => orderNumber).join(', ')}`);
  }

  /** A person releases in the app an order that the desk carries: its workflow reads it. */
  async releaseCarried(): Promise<void> {
    const sale = this.sale();
    await this.untilCarried(sale);
    this.world.simulator.counterparties.release(sale.orderNumber);
    await this.untilOver(sale);
  }

  /** A person releases an order in the app that no workflow carries: no worker may run. */
  releaseInApp(): Sale {
    const sale = this.sale();
    this.world.simulator.counterparties.release(sale.orderNumber);
    return sale;
  }

  /** Orders whose payments are attached while a death is near; returns them when it has come. */
  async burst(count: number, die: () => Promise<void>): Promise<readonly Sale[]> {
    const sales = Array.from({ length: count }, () => this.sale());
    for (const sale of sales) this.good.add(sale);
    const before = this.world.simulator.ledger().releases;
    const end = new AbortController();
    const attached = Promise.allSettled(
      sales.map(async (sale, index) => {
        await delay(index * 150);
        await this.#attachOnce(sale, end.signal);
      }),
    );
    const latestMs = performance.now() + firstReleaseMs;
    while (this.world.simulator.ledger().releases === before && performance.now() < latestMs) await delay(20);
    await delay(this.random.between(0, 1_200));
    await die();
    end.abort();
    await attached;
    return sales;
  }

  /** Attaches a payment as soon as the order can take it, unless its worker has died before. */
  async #attachOnce({ orderNumber, reference: proofId }: Sale, over: AbortSignal): Promise<void> {
    const control = orderControl(this.world.client, account, orderNumber).within(4_000);
    const status = async () => (over.aborted ? null : (await control.state()).status);
    const seen = await until('it is carried', status, (now) => now === null || now === 'PAID');
    if (seen === null) return;
    await control.attachMatch({ amount: '500.00', payerName: buyer, proofId, atMs: Date.now(), by: ana.by });
  }

  /**
   * The operator works through the open orders with good payments as their pages ask, until these are released: a hold may
   * show only after its order has been looked at.
   */
  async untilAllowed(...sales: readonly Sale[]): Promise<void> {
    const seen = new Set<Sale>();
    const open = async (): Promise<string> => {
      for (const sale of this.good) await this.#allow(sale, seen);
      const left = sales.filter((sale) => !this.isReleased(sale));
      if (left.length > 0) await delay(betweenLooksMs);
      return (await Promise.all(left.map((sale) => this.#shown(sale)))).filter((text) => text !== '').join('; ');
    };
    await until('every good order is released', open, (shown) => shown === '');
  }

  /** After three attempts of which no read has shown any, the page asks what happened: the operator looks in the app. */
  async #rule(sale: Sale): Promise<void> {
    if (this.isReleased(sale)) return;
    await this.#repeat(
      sale,
      'record-outcome',
      '--outcome',
      'not-done',
      '--note',
      'not in the app',
      '--yes',
      '--by',
      'ana',
    );
  }

  /** Once, and whenever its page asks for a human. */
  async #allow(sale: Sale, seen: Set<Sale>): Promise<void> {
    if (this.isReleased(sale)) return;
    const view = await until(
      'the order answers',
      () => this.state(sale),
      ({ mark }) => mark !== null,
    );
    if (seen.has(sale) && !view.needsHuman) return;
    seen.add(sale);
    if (view.undecided !== null) await this.#rule(sale);
    if (view.held !== null) await this.#repeat(sale, 'unhold', '--by', 'ana');
    await this.attach(sale);
  }
}
