import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { egressControl } from '../../src/client/index.ts';
import { openHeldWire } from '../setup/wire/held-wire.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import type { PeerdeskRun } from '../setup/run-peerdesk.ts';
import { openDeskWorld, sharedEgress, until, type DeskWorld } from './desk-harness.ts';
import { environmentOf, operatorOf } from './operator.ts';

/** Longer than a server that is well takes to answer, shorter than a command waits. */
const slowAnswerMs = 7_000;

describe('U23, I27: a call by hand during an IP ban', () => {
  it('is not sent, and says until when', async () => {
    const world = await openDeskWorld({ egress: sharedEgress });
    const peerdesk = operatorOf(world);
    expect(await peerdesk('call', 'time')).toMatchObject({ exitCode: 0, stderr: '' });
    const worker = world.startWorker();
    const egress = egressControl(world.client, 'default');
    await egress.reportBan({ untilMs: Date.parse('2099-01-02T03:04:05Z'), reason: 'HTTP 418' });
    await until(
      'the egress knows the ban',
      () => egress.state(),
      ({ state }) => state === 'banned',
    );
    const told = world.simulator.ledger().requests;
    // A busy worker may tell until when later than a command waits for it.
    const refused = await until(
      'the refusal names the end of the ban',
      () => peerdesk('call', 'time', '--json'),
      ({ stderr }) => stderr.includes('2099'),
    );
    expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      message: expect.stringMatching(/^refused: the address default is banned until 2099-01-02.* nothing was sent/),
      category: 'IP_BAN',
      sent: 'no',
    });
    const looked = await until(
      'the doctor names the end of the ban',
      () => peerdesk('doctor'),
      ({ stdout }) => stdout.includes('2099'),
    );
    expect(looked.exitCode).toBe(1);
    expect(looked.stdout).toMatch(/broken {4}this address is banned until 2099-01-02\S* nothing was\s+called/);
    await worker.kill();
    // No worker answers for the workflow; what it has shown stays.
    const lonely = await peerdesk('call', 'time');
    expect(lonely).toMatchObject({ exitCode: 6, stdout: '' });
    expect(lonely.stderr).toMatch(/banned when a worker last ran, and none knows until when/);
    expect((await peerdesk('doctor')).stdout).toMatch(/broken {4}this address is banned/);
    const wire = await slowWire(world);
    const [late] = await Promise.all([wire.call(), wire.holdForLong()]);
    expect(late).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('nothing was sent') });
    expect(world.simulator.ledger().requests).toBe(told);
  });

  it('reports a ban that it meets itself to the desk, so that no other call is sent', async () => {
    const world = await openDeskWorld({ egress: sharedEgress });
    const peerdesk = operatorOf(world);
    world.simulator.ban(7_200_000);
    expect((await peerdesk('call', 'user/baseDetail')).exitCode).not.toBe(0);
    // No worker runs: its own calls would meet the ban, too.
    expect(await bansReported(world)).toBe(1);
    const told = world.simulator.ledger().requests;
    const again = await peerdesk('call', 'user/baseDetail', '--json');
    expect(again).toMatchObject({ exitCode: 6, stdout: '' });
    expect(JSON.parse(again.stderr)).toMatchObject({ category: 'IP_BAN', sent: 'no', untilMs: expect.any(Number) });
    expect(world.simulator.ledger().requests).toBe(told);
  });

  it('is refused by a report that waits for a worker, and by no other signal', async () => {
    const world = await openDeskWorld({ egress: sharedEgress });
    const peerdesk = operatorOf(world);
    const egress = egressControl(world.client, 'default');
    const handle = world.client.workflow.getHandle(egress.workflowId);
    const over = { untilMs: Date.now() - 1_000, reason: 'HTTP 418' };
    await egress.reportBan(over);
    for (const odd of [null, {}, 'forged', { ...over, untilMs: 'soon' }]) await handle.signal('banReported', odd);
    await handle.signal('another', { untilMs: Date.parse('2099-01-02T03:04:05Z'), reason: 'HTTP 418' });
    expect(await peerdesk('call', 'time')).toMatchObject({ exitCode: 0, stderr: '' });
    await egress.reportBan({ ...over, untilMs: Date.parse('2098-01-02T03:04:05Z') });
    await egress.reportBan({ ...over, untilMs: Date.parse('2097-01-02T03:04:05Z') });
    const refused = await peerdesk('call', 'time');
    expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('is banned until 2098-01-02') });
    // A worker has read all of them, and a person knows better.
    const worker = world.startWorker();
    await until(
      'the egress knows the ban',
      () => egress.state(),
      ({ state }) => state === 'banned',
    );
    await egress.clearBan({ by: 'ana' });
    await worker.kill();
    expect(await peerdesk('call', 'time')).toMatchObject({ exitCode: 0 });
  });

  it('reports a ban to a Temporal server that answers slowly', async () => {
    const world = await openDeskWorld({ egress: sharedEgress });
    const wire = await slowWire(world);
    world.simulator.ban(7_200_000);
    const met = Promise.withResolvers<void>();
    onTestFinished(world.simulator.on((event) => event.type === 'request' && met.resolve(wire.holdForLong())));
    const banned = wire.call();
    await met.promise;
    expect((await banned).stderr).not.toContain('could not be reported');
    expect(await bansReported(world)).toBe(1);
  });

  it('is sent with a warning where the named server does not answer', async () => {
    const { simulator, env } = await openDeskWorld({ egress: sharedEgress });
    const service = { PEERDESK_BASE_URL: env['PEERDESK_BASE_URL'] ?? '', TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const before = simulator.ledger().requests;
    const run = await runInProcess(['call', 'time'], service);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(
      /^warning: whether an IP ban holds is not known: Temporal at 127\.0\.0\.1:1 does not answer\n$/,
    );
    expect(simulator.ledger().requests).toBe(before + 1);
  });
});

/** A connection to the server of a world on which answers can be slow, and a call that asks there first. */
async function slowWire(world: DeskWorld) {
  const wire = await openHeldWire(world.address);
  onTestFinished(() => wire.close());
  const env = { ...environmentOf(world), TEMPORAL_ADDRESS: wire.address };
  return {
    call: (): Promise<PeerdeskRun> => runInProcess(['call', 'user/baseDetail'], env),
    holdForLong: async (): Promise<void> => {
      wire.hold();
      await delay(slowAnswerMs);
      wire.letGo();
    },
  };
}

async function bansReported({ client }: DeskWorld): Promise<number> {
  const { workflowId } = egressControl(client, 'default');
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const signals = (events ?? []).map((event) => event.workflowExecutionSignaledEventAttributes?.signalName);
  return signals.filter((name) => name === 'banReported').length;
}
