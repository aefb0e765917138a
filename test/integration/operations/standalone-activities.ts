/** Activities that are started on their own, without a workflow. */
import { workKinds } from '../../../src/workers/dispatch/account-activities.ts';
import { account, askAdNumber } from '../desk-harness.ts';
import { isBusy, releaseRules, type CommandEnd, type OperationsWorld } from '../operations-world.ts';

export const queue = `peerdesk:${account}:calls`;
export const moneyQueue = `peerdesk:${account}:money`;

/** A standalone activity: no workflow asks for it. */
export async function execute(
  world: OperationsWorld,
  type: string,
  { input, taskQueue = moneyQueue }: { input: unknown; taskQueue?: string },
): Promise<CommandEnd> {
  const id = ['--activity-id', `${type}-${Math.random()}`];
  const what = ['--type', type, '--task-queue', taskQueue, '--input', JSON.stringify(input)];
  const bounds = ['--start-to-close-timeout', '10s', '--retry-maximum-attempts', '1'];
  let end = await world.temporal('activity', 'execute', ...id, ...what, ...bounds);
  // Started, but a busy server did not wait for its end.
  while (isBusy(end)) end = await world.temporal('activity', 'result', ...id);
  return end;
}

/** What calls the service or changes the register, with its own workflow's input where that is known; the order is a paid sale. */
export function writes(orderNumber: string, adNumber: string): [type: string, input: object, queue: string][] {
  const { fence, mode, payId } = forgedRelease(orderNumber);
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' };
  const limits = { floor: '9.00', ceiling: '11.00' };
  return [
    ['releaseCoin', forgedRelease(orderNumber), moneyQueue],
    ['markOrderAsPaid', { mode, orderNumber, payId, fence }, moneyQueue],
    ['placeOrder', { mode, requestId: 'forged', adNumber: askAdNumber, ...trade, payId, fence }, moneyQueue],
    ['verifyAdditionalKyc', { mode, orderNumber }, moneyQueue],
    ['verifyAdditionalKyc', { mode, orderNumber }, queue],
    ...[mode, 'x', 'Shadow', null].map((odd): [string, object, string] => [
      'updateAdPrice',
      { mode: odd, adNumber, price: '10.40', limits },
      queue,
    ]),
    ...allOf('calls', queue),
    ...allOf('money', moneyQueue),
  ];
}

/** Who asks is looked at before the input. */
const allOf = (name: 'calls' | 'money', taskQueue: string): [string, object, string][] =>
  Object.keys(workKinds[name]).map((type) => [type, {}, taskQueue]);

/** The release input of a workflow. */
function forgedRelease(orderNumber: string) {
  const fence = { boundMs: 600_000, recvWindowMs: 60_000 };
  const rest = { approvals: [], match: null, held: false, paidSinceMs: 0, approvalLifeMs: 900_000 };
  return { mode: 'sim', orderNumber, payId: null, fence, gate: { orderNumber, rules: releaseRules('paid'), ...rest } };
}
