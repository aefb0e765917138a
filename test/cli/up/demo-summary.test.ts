import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { expect, it, onTestFinished } from 'vitest';
import { summarise } from '../../../src/cli/up/demo-summary.ts';
import { createDemoMarketplace } from '../../../src/simulator/standalone.ts';

it('the summary of a demo whose worker served nothing is not ok', async () => {
  const market = { seed: 1, speed: 1, marketFile: null, pair: null, ordersPerMinute: 0, stateFile: null };
  const account = { name: 'demo', apiKey: 'key-of-the-demo', apiSecret: 'secret-of-the-demo' };
  const { simulator, deskAds } = createDemoMarketplace({ ...market, faults: 'none', account });
  onTestFinished(() => simulator.close());
  const withDeadline = () => Promise.reject(new WorkflowNotFoundError('no workflow', 'order', undefined));
  const client = { withDeadline, workflow: { getHandle: () => ({}) } } as unknown as Client;
  const facts = { client, simulator, ads: 4, workerRestarts: 0, startedAtMs: Date.now(), seed: 1, market: 'still' };
  expect((await summarise(facts)).ok).toBe(true);
  const ad = deskAds.find(({ side }) => side === 'SELL');
  const person = { nickname: 'Ana', realName: 'Ana Quispe', plan: [], additionalKyc: false };
  simulator.counterparties.take({ adNumber: ad?.adNumber ?? '', totalPrice: '1000.00', ...person });
  expect(await summarise(facts)).toMatchObject({
    ok: false,
    orders: { arrived: 1, waiting: { intake: 1 } },
    problems: ['orders arrived, and the worker made no call: see its log'],
  });
});
