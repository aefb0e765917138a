import { Connection } from '@temporalio/client';
import { describe, it } from 'vitest';
import { freePort } from '../../../src/server/free-port.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { until } from '../desk-harness.ts';
import { openServerWorld } from './worker-world.ts';

const namespace = 'default';
const keyword = 2;
const foreign = ['Aisle', 'Basket', 'Colour'];
const keywords = searchAttributeKeys.filter(({ type }) => type === 'KEYWORD').map(({ name }) => name);

describe('a namespace without room for every search attribute', () => {
  it('keeps the worker from being ready, which registers what fits, names the namespace, what takes the room and the remedy, and is ready when there is room', async ({
    expect,
    onTestFinished,
  }) => {
    const { startWorker, address } = await openServerWorld(onTestFinished);
    const connection = await Connection.connect({ address });
    onTestFinished(() => connection.close());
    const { operatorService } = connection;
    const searchAttributes = Object.fromEntries(foreign.map((name) => [name, keyword]));
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
    const healthPort = String(await freePort());
    const worker = await startWorker({}, '--json', '--health-port', healthPort);
    let log = '';
    worker.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await until(
      'the reason in the log',
      () => log,
      (text) => text.includes('is not ready'),
    );
    expect(log).toMatch(/namespace default has no room: Aisle, Basket, Colour of others take it/);
    expect(log).toMatch(/a namespace of its own \(TEMPORAL_NAMESPACE\)/);
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const left = keywords.filter((name) => !(name in (customAttributes ?? {})));
    expect({ left: left.length, bool: 'PeerdeskNeedsHuman' in (customAttributes ?? {}) }).toEqual({
      left: keywords.length + foreign.length - 10,
      bool: true,
    });
    const status = async () => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status;
    expect(await status()).toBe(503);
    const doctor = await runInProcess(['doctor', '--json'], { TEMPORAL_ADDRESS: address });
    expect(doctor.stdout).toMatch(/namespace default has no room: Aisle, Basket, Colour of others take it/);
    await operatorService.removeSearchAttributes({ namespace, searchAttributes: foreign });
    await worker.firstLine;
    await until('health', status, (code) => code === 200);
  });
});
