import { describe, expect, it } from 'vitest';
import { egressControl } from '../../src/client/index.ts';
import { runPeerdesk } from '../setup/run-peerdesk.ts';
import { openDeskWorld, until } from './desk-harness.ts';
import { programOf } from './operator.ts';

describe('U23, I27: a call by hand during an IP ban', () => {
  it('is not sent, and says until when', async () => {
    const world = await openDeskWorld();
    const peerdesk = programOf(world);
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
    expect(world.simulator.ledger().requests).toBe(told);
  });

  it('reports a ban that it meets itself to the desk, so that no other call is sent', async () => {
    const world = await openDeskWorld();
    const peerdesk = programOf(world);
    world.simulator.ban(7_200_000);
    expect((await peerdesk('call', 'user/baseDetail')).exitCode).not.toBe(0);
    // No worker runs: its own calls would meet the ban, too.
    const { workflowId } = egressControl(world.client, 'default');
    const { events } = await world.client.workflow.getHandle(workflowId).fetchHistory();
    const signals = (events ?? []).map((event) => event.workflowExecutionSignaledEventAttributes?.signalName);
    expect(signals).toContain('banReported');
  });

  it('is sent with a warning where the named server does not answer', async () => {
    const { simulator, env } = await openDeskWorld();
    const service = { PEERDESK_BASE_URL: env['PEERDESK_BASE_URL'] ?? '', TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const before = simulator.ledger().requests;
    const run = await runPeerdesk(['call', 'time'], service);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(
      /^warning: whether an IP ban holds is not known: Temporal at 127\.0\.0\.1:1 does not answer\n$/,
    );
    expect(simulator.ledger().requests).toBe(before + 1);
  });
});
