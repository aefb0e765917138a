import { afterEach, expect, it, vi } from 'vitest';
import type { AttemptReport } from '../../../src/exchange/index.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder, type Reply } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

/** A client whose calls a list collects, with a service of these answers. */
async function open(...replies: Reply[]) {
  recorder = await startRecorder((request) =>
    request.path === '/api/v3/time'
      ? { body: JSON.stringify({ serverTime: Date.now() }) }
      : (replies.shift() ?? success(null)),
  );
  const told: AttemptReport[] = [];
  const client = clientFor(recorder.baseUrl, { onAttempt: (attempt) => told.push(attempt) });
  return { client, told: () => told.filter(({ operation }) => operation !== 'time') };
}

it('an observer hears of every attempt, a repeated one too: operation, outcome, how long it waited and took', async () => {
  const { client, told } = await open(failure(-1001, 'internal error', 500), success({ orderNumber: '1' }));
  await client.orders.getUserOrderDetail('1').catch(() => undefined);
  const [first, second] = told();
  expect(first).toMatchObject({
    operation: 'getUserOrderDetail',
    priority: 'order',
    error: { sent: 'yes', httpStatus: 500 },
  });
  expect(first?.tookMs).toBeGreaterThan(0);
  expect(first?.waitedMs).toBeGreaterThanOrEqual(0);
  expect(second?.operation).toBe('getUserOrderDetail');
  expect(told()).toHaveLength(2);
});

it('an observer of one call hears of its attempts alone, each with its step of authentication', async () => {
  const { client, told } = await open(
    failure(-1022, 'no signature wanted'),
    failure(-1022, 'still none'),
    success([]),
    success({}),
  );
  const steps: (string | null)[] = [];
  await client.orders.listUserOrderHistory(
    {},
    { onAttempt: ({ step, error }) => steps.push(`${step} ${error?.code ?? 'ok'}`) },
  );
  expect(steps).toEqual(['signed -1022', 'signed -1022', 'signed-body ok']);
  await client.orders.getUserOrderSummary();
  expect(
    told()
      .map(({ operation }) => operation)
      .slice(3),
  ).toEqual(['getUserOrderSummary']);
  expect(steps).toHaveLength(3);
});

it('an attempt that never left took no time', async () => {
  const { client, told } = await open();
  client.gate.setBan(Date.now() + 60_000);
  await expect(client.orders.getUserOrderDetail('1')).rejects.toMatchObject({ category: 'IP_BAN' });
  expect(told()).toMatchObject([{ tookMs: null, error: { sent: 'no' } }]);
});

it('an observer that fails leaves the call as it is', async () => {
  recorder = await startRecorder(() => success({ orderNumber: '1' }));
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const client = clientFor(recorder.baseUrl, {
    onAttempt: () => {
      throw new Error('the observer is broken');
    },
  });
  await client.orders.markOrderAsPaid({ orderNumber: '1' });
  expect(warn).toHaveBeenCalledWith(new Error('the observer is broken'));
});

it('the budget shows what waits, and the used share of each quota that the last minute named', async () => {
  const headers = { 'x-sapi-used-ip-weight-1m': '9600', 'x-sapi-used-uid-weight-1m': '18000' };
  const { client } = await open({
    ...success({ orderNumber: '1' }),
    headers: { ...success({ orderNumber: '1' }).headers, ...headers },
  });
  expect(client.budgetUse()).toEqual({ waiting: 0, inFlight: 0, stretch: 1, quotas: [] });
  await client.orders.markOrderAsPaid({ orderNumber: '1' });
  expect(client.budgetUse().quotas).toEqual([
    { name: 'address', share: 0.8 },
    { name: 'account', share: 0.1 },
  ]);
});
