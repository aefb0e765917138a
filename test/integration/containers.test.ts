import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startHealthService } from '../../src/cli/process/health-service.ts';
import { startTemporalServer, type TemporalServer } from '../../src/server/temporal-server.ts';
import { inProject } from '../../src/server/project-root.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
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

describe('the health check of the containers', () => {
  const check = (...args: string[]): Promise<number | null> =>
    exitCode([process.execPath, inProject('docker', 'healthcheck.mjs'), ...args], {});

  it('passes while the address answers with success, and is refused when it does not, or nothing answers', async () => {
    const health = await startHealthService({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${health.port}/healthz`;
    expect(await check(url)).toBe(1);
    health.setHealth({ isServing: true, problems: [] });
    expect(await check(url)).toBe(0);
    await health.close();
    expect(await check(url)).toBe(1);
    expect(await check()).toBe(1);
  });
});
