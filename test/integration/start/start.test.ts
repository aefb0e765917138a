import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../../src/server/left-processes.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { startWorld } from './start-world.ts';

const limitMs = 600_000;

interface Ready {
  health: string;
  webUi: string;
  next: string;
}

async function healthOf({ health }: Ready): Promise<Record<string, unknown>> {
  const answer = await fetch(health);
  return { code: answer.status, ...((await answer.json()) as object) };
}

const allWell = { code: 200, status: 'ok', server: 'ok', worker: 'ok', watchdog: 'ok' };

describe('peerdesk start', () => {
  it(
    'runs server, worker and watchdog with one log and one health answer, starts again what dies, and ends all in order',
    async () => {
      const { start, claim, env, file, folder } = await startWorld();
      const running = await start();
      const ready = JSON.parse(await running.firstLine) as Ready;
      expect(await healthOf(ready)).toEqual(allWell);
      expect(ready.next).toBe(`peerdesk config apply --config ${file}`);

      const second = await runPeerdesk(['start', '--config', file], env);
      expect(second.exitCode).toBe(4);
      expect(second.stderr).toContain(`runs already for ${join(folder, 'state')}: process ${running.child.pid}`);
      expect(second.stderr).toContain(`its health: ${ready.health}`);

      const before = claim().children;
      const [, worker = 0] = before;
      process.kill(worker, 'SIGKILL');
      await expect.poll(() => healthOf(ready), { timeout: 10_000 }).toMatchObject({ code: 503, status: 'not ready' });
      await expect.poll(() => healthOf(ready), { timeout: 60_000 }).toEqual(allWell);
      const children = claim().children;
      expect(children[1]).not.toBe(worker);

      running.child.kill('SIGTERM');
      const { exitCode, stderr } = await running.ended;
      const lines = stderr.trim().split('\n');
      const entries = lines.map((line) => JSON.parse(line) as { process: string; msg: string });
      expect(new Set(entries.map((entry) => entry.process))).toEqual(
        new Set(['start', 'server', 'worker', 'watchdog']),
      );
      expect(stderr).toMatch(/worker ended \(SIGKILL\); it is started again in 1 s/);
      expect(exitCode).toBe(0);
      expect(children.filter(isAlive)).toEqual([]);
      expect(existsSync(join(folder, 'state', 'start.json'))).toBe(false);
      expect(existsSync(join(folder, 'state', 'temporal.db.pid'))).toBe(false);
    },
    limitMs,
  );

  it(
    'when it is killed itself, the others end by themselves, and the next start runs no worker beside an old one',
    async () => {
      const { start, claim } = await startWorld();
      const killed = await start();
      await killed.firstLine;
      const left = claim().children;
      expect(left).toHaveLength(3);
      expect(left.every(isAlive)).toBe(true);
      killed.child.kill('SIGKILL');
      const next = await start();
      const ready = JSON.parse(await next.firstLine) as Ready;
      expect(left.filter(isAlive)).toEqual([]);
      expect(await healthOf(ready)).toEqual(allWell);
      next.child.kill('SIGTERM');
      expect(await next.ended).toMatchObject({ exitCode: 0 });
    },
    limitMs,
  );

  it(
    'a wrong setting of a child ends all with exit code 4, and the log names the child',
    async () => {
      const { start, file } = await startWorld();
      const text = readFileSync(file, 'utf8').replace(
        '[egress.home]',
        '[register]\nurl_file = "nowhere"\n\n[egress.home]',
      );
      writeFileSync(file, text, { mode: 0o600 });
      const { exitCode, stdout, stderr } = await (await start()).ended;
      expect([exitCode, stdout]).toEqual([4, '']);
      expect(stderr).toMatch(
        /"level":"error".*register\.url_file names a file that cannot be read.*"process":"worker"/,
      );
      expect(stderr).toMatch(/worker ended \(exit code 4\): its lines above say why; all is ended/);
    },
    limitMs,
  );
});
