import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTemporalServer, type TemporalServer } from '../../src/server/temporal-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { Connection } from '@temporalio/client';

function exitCode(command: readonly [string, ...string[]], env: Record<string, string>): Promise<number | null> {
  const [file, ...args] = command;
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

describe('the one-shot service that makes the namespace', () => {
  let server: TemporalServer;
  beforeAll(async () => (server = await startTemporalServer({ cliPath: inject('temporalCli'), uiPort: null })));
  afterAll(() => server.stop());

  it('makes it with every search attribute, and may run again', async () => {
    const programs = await temporaryDirectory();
    symlinkSync(inject('temporalCli'), join(programs, 'temporal'));
    const env = {
      PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`,
      TEMPORAL_ADDRESS: server.address,
      TEMPORAL_NAMESPACE: 'merchant',
      RETENTION: '720h',
    };
    const script = ['sh', inProject('docker', 'temporal', 'namespace.sh')] as const;
    expect(await exitCode(script, env)).toBe(0);
    expect(await exitCode(script, env)).toBe(0);

    const connection = await Connection.connect({ address: server.address });
    const answer = await connection.operatorService.listSearchAttributes({ namespace: 'merchant' });
    await connection.close();
    expect(Object.keys(answer.customAttributes ?? {})).toEqual(
      expect.arrayContaining(searchAttributeKeys.map(({ name }) => name)),
    );
  });
});

describe("the health check of a worker's container", () => {
  let env: TestWorkflowEnvironment;
  beforeAll(async () => (env = await createLocalEnv()));
  afterAll(() => env.teardown());

  const check = (taskQueue: string): Promise<number | null> =>
    exitCode([process.execPath, inProject('docker', 'healthcheck.mjs'), 'worker', taskQueue], {
      TEMPORAL_ADDRESS: env.address,
    });

  it('is refused while nobody polls the task queue, and passes once a worker of this machine does', async () => {
    const taskQueue = 'peerdesk:container-test';
    expect(await check(taskQueue)).toBe(1);
    const activities = { nothing: (): Promise<void> => Promise.resolve() };
    const worker = await Worker.create({ connection: env.nativeConnection, taskQueue, activities });
    await worker.runUntil(async () => expect.poll(() => check(taskQueue), { timeout: 30_000 }).toBe(0));
  });

  it('is refused when no server answers', async () => {
    const script = inProject('docker', 'healthcheck.mjs');
    expect(await exitCode([process.execPath, script, 'simulator', 'http://127.0.0.1:1'], {})).toBe(1);
    expect(await exitCode([process.execPath, script], {})).toBe(1);
  });
});
