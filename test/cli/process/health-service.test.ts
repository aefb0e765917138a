import { describe, expect, it, onTestFinished } from 'vitest';
import { startHealthService } from '../../../src/cli/process/health-service.ts';

async function healthOf(parts: () => Promise<Readonly<Record<string, string>>>) {
  const service = await startHealthService({ host: '127.0.0.1', port: 0, parts });
  onTestFinished(() => service.close());
  service.setHealth({ isServing: true, problems: [] });
  const answer = await fetch(`http://127.0.0.1:${service.port}/healthz`);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

describe('GET /healthz', () => {
  it('is well when each part says so', async () => {
    expect(await healthOf(async () => ({ door: 'ok' }))).toEqual({ status: 200, body: { status: 'ok', door: 'ok' } });
    expect((await healthOf(async () => ({ door: 'is starting' }))).status).toBe(503);
  });

  it('answers that it is not ready where a look fails, and the process goes on', async () => {
    const failing = await healthOf(async () => Promise.reject(new TypeError('Invalid URL')));
    expect(failing).toEqual({ status: 503, body: { status: 'not ready', problems: ['unknown'] } });
  });
});
