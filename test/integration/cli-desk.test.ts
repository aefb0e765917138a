import { describe, expect, it } from 'vitest';
import { egressControl } from '../../src/client/index.ts';
import { SimAdStatus } from '../../src/simulator/world/simulator-state.ts';
import { startPeerdesk } from '../setup/run-peerdesk.ts';
import { account, openDeskWorld, sharedEgress, until } from './desk-harness.ts';
import { json, operatorOf, programOf } from './operator.ts';

const oneLine = /^peerdesk: [^\n]+\n$/;

describe('an ad from the command line', () => {
  it('start, show, explain, list, pause, set, override, resume, reprice, stop; U21: a command to a missing ad does not succeed', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const limits = { floor: '9.50', ceiling: '10.50' };
    const ad = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20', limits });

    const started = await peerdesk('ad', 'start', ad, 'limits.floor=9.50', 'limits.ceiling=10.50', '--json');
    expect(started.exitCode).toBe(0);
    expect(json(started)).toMatchObject({ started: true, mode: 'sim', workflowId: `ad:${account}:${ad}` });
    expect(started.stderr).toMatch(
      /^warning: no worker serves account acme yet[^\n]*`peerdesk worker --account acme`\n$/,
    );
    expect(await peerdesk('ad', 'show', ad)).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(oneLine) });
    expect(await peerdesk('ad', 'pause', '404')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(oneLine) });

    await world.runWorker();
    await until(
      'the ad undercuts the best competitor',
      async () => json(await peerdesk('ad', 'show', ad, '--json')),
      (view) => expect.objectContaining({ price: '10.04', rank: 1 }).asymmetricMatch(view),
    );
    const explained = await peerdesk('ad', 'explain', ad);
    expect(explained).toMatchObject({ exitCode: 0, stderr: '' });
    expect(explained.stdout).toMatch(/target +10\.04 +the best competitor is 10\.05; 1 tick better is 10\.04/);
    expect(explained.stdout).toMatch(/next: /);
    const [compared] = await until(
      'the price that was wanted stands, and the comparison has it',
      async () => json(await peerdesk('ad', 'diff', ad, '--json')) as { points: object[] }[],
      ([diff]) => expect.objectContaining({ actual: '10.04' }).asymmetricMatch(diff?.points.at(-1)),
    );
    expect(compared?.points[0]).toMatchObject({ intended: '10.04', actual: '10.20', best: '10.05' });
    expect((await peerdesk('ad', 'diff', ad, '--csv')).stdout).toMatch(/,10\.04,10\.20,10\.05,target\r\n/);

    expect(await peerdesk('ad', 'promote', ad)).toMatchObject({
      exitCode: 6,
      stderr: `peerdesk: ad ${ad} is in mode sim already\n`,
    });
    const demoted = await peerdesk('ad', 'demote', ad, '--json');
    expect(json(demoted)).toMatchObject({ mode: 'shadow' });
    const elsewhere = { PEERDESK_BASE_URL: '', PEERDESK_API_KEY: '', PEERDESK_API_SECRET: '' };
    const promotedWith = (part: object) =>
      operatorOf({ ...world, env: { ...world.env, ...part } })('ad', 'promote', ad, '--timeout', '120s');
    await until(
      'ads#one-ad-after-the-other: what the worker holds is not promoted, however well it was looked at',
      () => promotedWith({ PEERDESK_SHADOW_ADS: `7,${ad}` }),
      ({ exitCode, stderr }) => exitCode === 6 && stderr.includes('is held in shadow by its table in the file'),
    );
    const unconfirmed = expect.stringMatching(/writes its prices to a real service from now on .*: add --confirm-live/);
    expect(await promotedWith(elsewhere)).toMatchObject({ exitCode: 6, stderr: unconfirmed });
    expect(await promotedWith({ ...elsewhere, PEERDESK_ALLOW_LIVE: 'no' })).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('is not in mode live, and no ad writes more than its account'),
    });
    expect(json(await peerdesk('ad', 'show', ad, '--json'))).toMatchObject({ mode: 'shadow' });
    const promoted = await until(
      'the shadow has been looked at, so that it may be promoted',
      () => peerdesk('ad', 'promote', ad, '--json'),
      ({ exitCode }) => exitCode === 0,
    );
    expect(json(promoted)).toMatchObject({ mode: 'sim' });

    const again = await peerdesk('ad', 'start', ad, 'limits.floor=1', 'limits.ceiling=2');
    expect(again).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/nothing changed: use `peerdesk ad set/),
    });
    const refused = await peerdesk('ad', 'override', ad, '--price', '99', '--for', '10m');
    expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
    expect(refused.stderr).toBe('peerdesk: refused: price 99 is above the ceiling 10.50\n');

    const paused = await peerdesk('ad', 'pause', ad, '--by', 'ana', '--json');
    expect(json(paused)).toMatchObject({ state: { kind: 'paused', by: 'ana' } });
    const listed = await until(
      'visibility lists the ad as paused',
      async () => json(await peerdesk('ad', 'list', '--json')) as { state: string }[],
      (ads) => ads[0]?.state === 'paused',
    );
    expect(listed).toMatchObject([{ adNumber: ad, pair: 'USDT/BOB', side: 'SELL', price: '10.04', status: 'running' }]);
    const changed = await peerdesk('ad', 'set', ad, 'limits.ceiling=10.40', 'filter.min_order_count=5', '--json');
    expect(json(changed)).toMatchObject({
      rules: { limits: { floor: '9.50', ceiling: '10.40' }, filter: { minOrderCount: 5, maxDeviationRatio: '0.05' } },
    });
    expect(await peerdesk('ad', 'set', ad, 'limits.floor=9.20', 'filter.min_order_count=off')).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringMatching(
        /this loosens: more offers count: min order count 5 becomes off; floor 9\.50 becomes 9\.20: add --yes to mean it\n$/,
      ),
    });
    const farAway = await peerdesk('ad', 'set', ad, 'limits.floor=95', 'limits.ceiling=105');
    expect(farAway).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringMatching(/floor 95 .* add --yes to mean it\n$/),
    });
    expect(await peerdesk('ad', 'set', ad, 'strategy.kind=fixed', 'strategy.price=1.03')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/fixed price 1\.03 is outside the limits 9\.50 to 10\.40: add --yes to mean it\n$/),
    });
    const fixed = await peerdesk('ad', 'set', ad, 'strategy.kind=fixed', 'strategy.price=10.30');
    expect(fixed.stdout).toMatch(/fixed at 10\.30 \(before: undercut .* by 1 tick\); now .* \(paused by ana since/);
    expect((await peerdesk('ad', 'set', ad, 'strategy.kind=undercut', 'strategy.ticks=1')).exitCode).toBe(0);
    expect(
      await peerdesk('ad', 'start', '13999999999999999999', 'limits.floor=9.50', 'limits.ceiling=10.50'),
    ).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^peerdesk: the service knows no ad 13999999999999999999 of this account; .*ad stop/,
      ),
    });
    const floating = world.simulator.ads.add({
      account,
      side: 'BUY',
      asset: 'USDT',
      fiat: 'BOB',
      price: '9.80',
      floatingRatio: '98',
    });
    expect(await peerdesk('ad', 'start', floating, 'limits.floor=9', 'limits.ceiling=10')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(
        /is started and cannot be kept: NON_RETRIABLE_BUSINESS the ad has a floating price/,
      ),
    });
    const mistyped = world.simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.80' });
    expect(await peerdesk('ad', 'start', mistyped, 'limits.floor=95.0', 'limits.ceiling=98.0')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(
        /is started and paused: the floor 95\.0 is above the market at .* by more than 10 %/,
      ),
    });
    expect((await peerdesk('ad', 'resume', ad)).stdout).toMatch(/: price 10\.04.* \(running\)$/m);
    const offline = await peerdesk('ad', 'offline', ad, '404', '--reason', 'the bank is down', '--by', 'ana');
    expect(offline).toMatchObject({ exitCode: 2, stderr: '' });
    expect(offline.stdout).toMatch(/^ad 1\d+: .*taken offline by ana: the bank is down; only.* \(offline by ana since/);
    expect(offline.stdout).toMatch(/\nad 404 is not kept [^\n]+\n$/);
    const statusOf = () => world.simulator.snapshot().ads.find(({ advNo }) => advNo === ad)?.status;
    expect(statusOf()).toBe(SimAdStatus.OFFLINE);
    expect(await peerdesk('ad', 'offline', ad, '--all')).toMatchObject({ exitCode: 4, stdout: '' });
    expect(await peerdesk('ad', 'online')).toMatchObject({ exitCode: 4, stdout: '' });
    const back = await peerdesk('ad', 'online', '--all');
    expect(back.stdout).toMatch(new RegExp(`^ad ${ad}: .* \\(running\\)`, 'm'));
    expect(back.stdout).toMatch(/left as it is/);
    await until(
      'the ad is online again',
      async () => statusOf(),
      (status) => status === SimAdStatus.ONLINE,
    );
    expect(await peerdesk('ad', 'reprice', ad)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await peerdesk('ad', 'stop', ad)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await peerdesk('ad', 'pause', ad)).toMatchObject({ exitCode: 2, stdout: '' });
    expect(world.simulator.ledger()).toMatchObject({ pricesOutsideLimits: 0, pricesInZone: 0 });
  });
});

describe('a desk from the command line', () => {
  it('start, show, set, clear-ban, kill, open, stop; policy paid and mode live are refused for a service elsewhere', async () => {
    const world = await openDeskWorld({ egress: sharedEgress });
    const peerdesk = operatorOf(world);
    await world.runWorker();
    const elsewhere = operatorOf({ ...world, env: { ...world.env, PEERDESK_BASE_URL: 'https://api.example.com' } });
    for (const [args, message] of [
      [['--release', 'paid'], /for a proven simulator only/],
      [['--mode', 'live'], /--confirm-live/],
    ] as const) {
      const run = await elsewhere('desk', 'start', ...args);
      expect(run).toMatchObject({ exitCode: 6, stdout: '' });
      expect(run.stderr).toMatch(message);
    }
    expect(await peerdesk('desk', 'show')).toMatchObject({ stdout: '' });
    await until(
      'the desk starts',
      () => peerdesk('desk', 'start', '--release', 'paid', '--yes'),
      (run) => run.exitCode === 0,
    );
    const shown = await until(
      'the desk answers',
      () => peerdesk('desk', 'show', '--json'),
      (run) => run.exitCode === 0,
    );
    expect(json(shown)).toMatchObject({
      account,
      mode: 'sim',
      end: null,
      guard: { rules: { policy: 'paid' } },
      egress: { state: 'open' },
    });
    const capped = ['desk', 'set', '--release', 'approve', '--amount-cap', '900 BOB', '--counterparty-min-orders', '3'];
    expect((await peerdesk(...capped)).stdout).toMatch(
      /policy approve, never above 900 BOB, counterparty: orders from 3; kept in the register\n$/,
    );
    expect(await peerdesk('desk', 'set', '--amount-cap', 'off')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/this loosens: the cap 900 BOB ends: add --yes to mean it\n$/),
    });
    expect(json(await peerdesk('desk', 'set', '--amount-cap', 'off', '--yes', '--json'))).toMatchObject({
      rules: { policy: 'approve', amountCap: null, counterparty: { minCompletedOrders: 3 } },
    });
    expect(await elsewhere('desk', 'set', '--release', 'paid')).toMatchObject({ exitCode: 6, stdout: '' });
    expect(await peerdesk('desk', 'clear-ban')).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(oneLine) });
    await egressControl(world.client, 'default').reportBan({ untilMs: Date.now() + 600_000, reason: 'HTTP 418' });
    expect((await peerdesk('desk', 'show')).stdout).toMatch(/egress +default: banned until/);
    expect((await peerdesk('desk', 'clear-ban', '--note', 'new address')).stdout).toBe('egress default: no ban\n');
    expect(await peerdesk('desk', 'clear-ban')).toMatchObject({ exitCode: 6, stderr: expect.stringMatching(oneLine) });
    const killed = await peerdesk('desk', 'kill', 'releases', '--reason', 'bank is down', '--json');
    expect(json(killed)).toMatchObject({ switches: { releases: { by: 'tester', reason: 'bank is down' } } });
    expect((await peerdesk('desk', 'show')).stdout).toMatch(/kill switch releases is engaged by tester/);
    const opened = await peerdesk('desk', 'open');
    expect(opened).toMatchObject({ exitCode: 0 });
    expect(opened.stdout).toMatch(/the kill switch releases is engaged by /);
    expect((await peerdesk('desk', 'open', 'releases')).stdout).toMatch(/no kill switch is engaged/);
    expect((await peerdesk('desk', 'start')).stderr).toMatch(/runs already and nothing changed/);
    for (const [ignored, advice] of [
      [['--release', 'approve'], 'desk set'],
      [['--adopt-ads'], 'desk stop'],
      [['--egress', 'other'], 'desk stop'],
    ] as const) {
      const refused = await peerdesk('desk', 'start', '--mode', 'shadow', ...ignored);
      expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
      expect(refused.stderr).toMatch(new RegExp(`runs already, and nothing was changed.*${advice}`));
    }
    expect((await peerdesk('desk', 'start', '--mode', 'shadow')).stdout).toMatch(/mode sim is now shadow/);
    const ad = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20' });
    expect((await peerdesk('ad', 'start', ad, 'limits.floor=9.50', 'limits.ceiling=10.50')).exitCode).toBe(0);
    await until(
      'the ad is listed',
      () => peerdesk('ad', 'list', '--running', '--json'),
      (run) => run.stdout.includes(ad),
    );
    const stopped = await peerdesk('desk', 'stop', '--with-ads');
    expect(stopped.stdout).toMatch(new RegExp(`stopped, mode shadow; ads stopped: ${ad}; nothing is left running\\n`));
    expect(stopped.stdout).toContain('it comes back by `peerdesk desk start`, and ads that were taken offline by');
    expect((await peerdesk('desk', 'show')).stdout).toMatch(/state +stopped, completed at /);
  });

  it('`peerdesk temporal` reaches the same server, and hands the exit code on', async () => {
    const world = await openDeskWorld();
    const peerdesk = programOf(world);
    const found = await peerdesk('temporal', 'operator', 'cluster', 'health');
    expect(found).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/SERVING/) });
    expect((await peerdesk('temporal', 'workflow', 'describe', '--workflow-id', 'none')).exitCode).not.toBe(0);
  });
});

describe('peerdesk worker', () => {
  it('says when it is ready, answers its health check, and ends with 0 on SIGTERM', async () => {
    const world = await openDeskWorld();
    const env = Object.fromEntries(Object.entries(world.env).map(([name, value]) => [name, value ?? '']));
    const { child, firstLine, ended } = await startPeerdesk(['worker', '--health-port', '0', '--json'], env);
    const ready = JSON.parse(await firstLine) as { healthPort: number };
    expect(ready).toMatchObject({ event: 'ready', account, taskQueue: `peerdesk:${account}`, pid: child.pid });
    expect((await fetch(`http://127.0.0.1:${ready.healthPort}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    const run = await ended;
    expect(run.exitCode).toBe(0);
    const logged = run.stderr
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(logged).toContainEqual(expect.objectContaining({ account }));
  });

  it('killed: a command does not hang but ends with exit code 5 and says to start a worker', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const worker = world.startWorker();
    await until(
      'the desk starts',
      () => peerdesk('desk', 'start'),
      (run) => run.exitCode === 0,
    );
    await until(
      'the desk answers',
      () => peerdesk('desk', 'show'),
      (run) => run.exitCode === 0,
    );
    await worker.kill();
    // The program itself: what it waits for must not keep it.
    const run = await programOf(world)('desk', 'show', '--timeout', '2s');
    expect(run).toMatchObject({ exitCode: 5, stdout: '' });
    expect(run.stderr).toMatch(
      /^no worker leads: nothing is priced, released or taken in\npeerdesk: no answer in time: check that `peerdesk worker` runs[^\n]*\n$/,
    );
    const listed = await peerdesk('ad', 'list', '--json');
    expect(listed).toMatchObject({ exitCode: 0, stdout: '[]\n' });
  });
});
