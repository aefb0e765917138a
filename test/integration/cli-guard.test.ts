import { describe, expect, it } from 'vitest';
import type { GuardView } from '../../src/client/index.ts';
import { startPeerdesk } from '../setup/run-peerdesk.ts';
import { account, openDeskWorld, until } from './desk-harness.ts';
import { json, operatorOf } from './operator.ts';

interface DeskShown {
  report: { guard: unknown } | null;
  guard: GuardView | null;
}

describe('what outlives a desk', () => {
  it('`desk kill` needs neither worker nor desk, and holds over both', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const killed = await peerdesk('desk', 'kill');
    // No worker has run here yet: Temporal alone has it.
    expect(killed).toMatchObject({ exitCode: 7, stderr: '' });
    expect(killed.stdout).toMatch(
      /^kill switch all engaged: it holds as soon as a worker runs; no worker .* now and none ever has: is its name right/,
    );
    expect((await peerdesk('desk', 'kill')).stdout).toMatch(
      /no worker serves account \w+ now; at the guard; not yet kept outside Temporal: no money moves once a worker has/,
    );
    expect((await peerdesk('ad', 'list', '--account', 'acne')).stdout).toMatch(/^account acne keeps no ads: /);
    expect((await peerdesk('order', 'list', '--account', 'acne')).stdout).toBe('no orders of account acne\n');
    await world.runWorker();
    await until(
      'the switch is seen',
      () => peerdesk('desk', 'kill', 'releases', '--json'),
      (run) => (json(run) as { confirmed: boolean }).confirmed,
    );
    await peerdesk('desk', 'start', '--release', 'approve', '--amount-cap', '5000 BOB');
    const shown = await until(
      'the desk reports its guard',
      async () => json(await peerdesk('desk', 'show', '--json')) as DeskShown,
      ({ report }) => (report?.guard ?? null) !== null,
    );
    expect(shown.guard?.switches).toMatchObject({ all: { by: 'tester', reason: 'no reason given' }, repricing: null });
    expect(shown).toMatchObject({ needsHuman: true, report: { guard: { rules: { amountCap: { BOB: '5000' } } } } });
    expect((await peerdesk('desk', 'stop')).exitCode).toBe(0);
    // A desk that starts again, with or without rules, keeps switches and caps.
    expect(await peerdesk('desk', 'start', '--release', 'match')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/this loosens: policy approve becomes match: add --yes/),
    });
    await peerdesk('desk', 'start', '--release', 'match', '--yes');
    expect(json(await peerdesk('desk', 'show', '--json'))).toMatchObject({
      guard: { rules: { policy: 'match', amountCap: { BOB: '5000' } }, switches: { all: { by: 'tester' } } },
    });
    const env = Object.fromEntries(Object.entries(world.env).map(([name, value]) => [name, value ?? '']));
    const { child, firstLine, ended } = await startPeerdesk(['desk', 'show', '--watch'], env);
    expect(await firstLine).toMatch(
      / new desk of acme: running[^,;]*, mode sim; .*the kill switch all is engaged by tester [^;]*; the kill switch releases is/,
    );
    let told = '';
    child.stdout?.on('data', (chunk: Buffer) => (told += chunk.toString()));
    await world.client.workflow.getHandle(`desk:${account}`).terminate('tidied up');
    await until(
      'the watch shows it',
      () => Promise.resolve(told),
      (text) => / changed desk of acme: terminated at /.test(text),
    );
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0 });
    expect((await peerdesk('desk', 'show')).stdout).toMatch(/state +terminated at [^ ]+: nothing is taken in/);
  });

  it('a terminated order is taken up again; U2: orders and ads of another mode are asked about and handed over', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    const { simulator, client } = world;
    await world.runWorker();
    await world.startDesk({ mode: 'shadow', release: null });
    const ad = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
    await peerdesk(
      'ad',
      'start',
      ad,
      'limits.floor=9.50',
      'limits.ceiling=10.50',
      '--mode',
      'shadow',
      'strategy.ticks=2',
    );
    const order = simulator.counterparties.take({ adNumber: ad, totalPrice: '500.00' });
    const runOf = async () => (await client.workflow.getHandle(`order:${account}:${order}`).describe()).runId;
    const first = await until('the order is carried', runOf, (runId) => runId !== '');
    await until(
      'it answers',
      () => peerdesk('order', 'show', order),
      (run) => run.exitCode === 0,
    );
    // A desk that runs might take it up again before its page is read.
    expect(await peerdesk('desk', 'stop')).toMatchObject({ exitCode: 0 });
    await client.workflow.getHandle(`order:${account}:${order}`).terminate('tidied up');
    expect((await peerdesk('order', 'show', order)).stdout).toMatch(/terminated at /);
    await world.startDesk({ mode: 'shadow', release: null });
    await until('it is carried again', runOf, (runId) => runId !== first);
    const asked = await until(
      'visibility knows its mode',
      () => peerdesk('desk', 'start', '--mode', 'sim'),
      (run) => run.exitCode === 6 && run.stderr.includes('order and'),
    );
    expect(asked.stderr).toMatch(
      /1 open order and 1 ad of mode shadow would be handed over to mode sim: add --yes to mean it/,
    );
    expect(json(await peerdesk('desk', 'show', '--json'))).toMatchObject({ mode: 'shadow' });
    const handedOver = await peerdesk('desk', 'start', '--mode', 'sim', '--yes');
    expect(handedOver).toMatchObject({ exitCode: 0 });
    expect(handedOver.stdout).toMatch(/mode shadow is now sim, 1 open order and 1 ad handed over/);
    expect(json(await peerdesk('order', 'show', order, '--json'))).toMatchObject({ mode: 'sim' });
    expect(json(await peerdesk('ad', 'show', ad, '--json'))).toMatchObject({
      mode: 'sim',
      rules: { strategy: { kind: 'undercut', ticks: 2 }, limits: { floor: '9.50', ceiling: '10.50' } },
    });
  });
});

describe('the block list', () => {
  it('S13: block, show, unblock: by user number, or by nickname with a warning; a masked one is refused', async () => {
    const world = await openDeskWorld();
    const peerdesk = operatorOf(world);
    await world.runWorker();
    await peerdesk('desk', 'start');
    const blocked = await peerdesk('person', 'block', 'S1A2', '--note', 'chargeback');
    expect(blocked).toMatchObject({ exitCode: 0 });
    expect(blocked.stdout).toBe('account acme: user number s1a2 blocked, 1 on the block list; kept in the register\n');
    expect(await peerdesk('person', 'block', 'Mallory')).toMatchObject({
      stdout: 'account acme: nickname Mallory blocked, 2 on the block list; kept in the register\n',
      stderr:
        'warning: a nickname can change and is not unique: block by user number, `peerdesk order show` names it\n',
    });
    expect(await peerdesk('person', 'block', 'Mal***')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/counterparty is masked and may be anyone: block by user number: `peerdesk order/),
    });
    const guarded = (await peerdesk('desk', 'show')).stdout;
    expect(guarded).toMatch(/blocked +user number s1a2 by tester at \S+: chargeback\n/);
    expect(guarded).toMatch(/blocked +nickname Mallory by tester at \S+\n/);
    expect(await peerdesk('person', 'allow', 's1a1')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/acme: s1a1 is not on the block list, which has s1a2, nickname:Mallory\n$/),
    });
    expect((await peerdesk('person', 'allow', 'mallory')).stdout).toMatch(/nickname mallory unblocked, 1 on the block/);
    expect(json(await peerdesk('person', 'allow', 's1a2', '--json'))).toMatchObject({ onBlockList: 0 });
  });
});
