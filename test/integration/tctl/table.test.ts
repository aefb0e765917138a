/** The table of the page about tctl, line by line, against a desk that runs. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { adControl } from '../../../src/client/index.ts';
import { tableLine, type Program } from '../../project/tctl-lines.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, quickSettings, until } from '../desk-harness.ts';
import { runningActivity, shareOperationsWorld } from '../operations-world.ts';
import { typed, withEach, type Filled } from './typed-lines.ts';

const the = shareOperationsWorld();

/** Types the line that begins with the words of a program; returns what it printed. */
async function type(program: Program, words: Record<Program, string> | string, filled: Filled = {}): Promise<string> {
  const line = tableLine(program, typeof words === 'string' ? words : words[program]);
  const { namespace = the().namespace } = filled;
  const { exitCode, text } = await typed({ address: the().address, namespace }, line, filled);
  expect(exitCode, `${line}: ${text}`).toBe(0);
  return text;
}

const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.00' } };
const QUEUE = `peerdesk:${account}`;
const isNamed = (text: string): boolean => text.includes('adMaintenance');

withEach('an ad is started, listed, described, shown, queried, cancelled, reset and terminated', async (program) => {
  const world = the();
  const { client, simulator } = world;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.30' });
  const ad = adControl(client, account, adNumber);
  const { workflowId: ID } = ad;
  const state = () => ad.state();
  const handle = client.workflow.getHandle(ID);
  const isLookedAt = () => until('it is looked at', state, ({ rank }) => rank !== null);
  const input = JSON.stringify({ account, adNumber, mode: 'sim', rules, settings: quickSettings });
  await type(program, 'workflow start', { TYPE: 'adMaintenance', QUEUE, ID, JSON: input });
  await isLookedAt();
  await until('it is listed', () => type(program, 'workflow list', { Q: `WorkflowId="${ID}"` }), isNamed);
  expect(await type(program, 'workflow describe', { ID })).toContain('adMaintenance');
  expect(await type(program, 'workflow query', { ID })).toContain(adNumber);
  const FILE = join(await temporaryDirectory(), 'history.json');
  await type(program, 'workflow show', { ID, FILE });
  expect(JSON.parse(await readFile(FILE, 'utf8'))).toMatchObject({ events: expect.any(Array) });
  const { runId: RUN } = await handle.describe();
  const fail = async () => {
    const N = await runningActivity(world, ID, 'watchMarket');
    return type(program, 'activity fail', { ID, RUN, N, TEXT: 'why', ME: 'ana' });
  };
  // A watch that has ended by itself meanwhile is not there any more.
  await until('a watch is failed', fail, () => true);
  await type(program, 'workflow cancel', { ID });
  await until('a human is asked', state, ({ asks }) => asks.length > 0);
  const { events } = await handle.fetchHistory();
  const done = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task !== undefined && task !== null);
  await type(program, 'workflow reset', { ID, N: String(done?.eventId), TEXT: 'why' });
  expect(await handle.describe()).not.toMatchObject({ runId: RUN });
  await isLookedAt();
  await type(program, 'workflow terminate', { ID });
  expect(await handle.describe()).toMatchObject({ status: { name: 'TERMINATED' } });
});

withEach('a namespace is made and described, and has a search attribute more', async (program) => {
  const NAME = `of-${program}-${randomUUID()}`;
  const attribute = { NAME: 'Tried', namespace: NAME };
  await type(program, { tctl: '--namespace NAME namespace register', temporal: 'operator namespace create' }, { NAME });
  const described = { tctl: '--namespace NAME namespace describe', temporal: 'operator namespace describe' };
  expect(await type(program, described, { NAME })).toContain(NAME);
  const added = {
    tctl: '--auto_confirm admin cluster add-search-attributes',
    temporal: 'operator search-attribute create',
  };
  const listed = { tctl: 'admin cluster get-search-attributes', temporal: 'operator search-attribute list' };
  // A new namespace is not known everywhere at once.
  await until(
    'it is added',
    () => type(program, added, attribute),
    () => true,
  );
  await until(
    'it is listed',
    () => type(program, listed, attribute),
    (text) => text.includes('Tried'),
  );
});

withEach(
  'the server is healthy, a task queue has a worker, and a batch is listed, described and terminated',
  async (program) => {
    expect(await type(program, { tctl: 'cluster health', temporal: 'operator cluster health' })).toContain('SERVING');
    const queue = await type(program, { tctl: 'taskqueue describe', temporal: 'task-queue describe' }, { QUEUE });
    expect(queue).toContain(`${process.pid}@`);
    const batch = (word: string): Record<Program, string> => ({ tctl: `batch-v2 ${word}`, temporal: `batch ${word}` });
    const started = await type(program, 'workflow signal', {
      Q: `WorkflowId="guard:${account}"`,
      NAME: 'look',
      JSON: '{"by": "me"}',
      TEXT: 'why',
    });
    const [ID = ''] = /[\da-f-]{36}/.exec(started) ?? [];
    await until(
      'it is listed',
      () => type(program, batch('list')),
      (text) => text.includes(ID),
    );
    expect(await type(program, batch('describe'), { ID })).toMatch(/signal|"reason": "why"/i);
    // No worker of the server carries a batch here: it runs until it is terminated.
    await type(program, batch('terminate'), { ID, TEXT: 'why' });
  },
);
