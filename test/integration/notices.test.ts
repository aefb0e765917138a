import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deskControl, noticesControl, orderControl } from '../../src/client/index.ts';
import { startNoticeReceiver, type NoticeReceiver } from '../workers/notices/notice-receiver.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';
import { operatorOf } from './operator.ts';

const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;
const secret = 'a-secret-of-the-notices-test';

/** A desk whose sold orders wait for an approval, and a worker that notifies of them. */
async function openTellingWorld(
  receiver: NoticeReceiver,
  noticeLookIntervalMs = 500,
): Promise<{ world: DeskWorld; env: NodeJS.ProcessEnv }> {
  const world = await openDeskWorld({}, { ...quickSettings, noticeLookIntervalMs });
  const env = { PEERDESK_NOTIFY_URL: receiver.url, PEERDESK_NOTIFY_SECRET: secret };
  return { world, env };
}

async function paidOrder({ simulator, client }: DeskWorld, realName: string): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName });
  const control = orderControl(client, account, orderNumber);
  await until(
    'it waits for the payment',
    () => control.state(),
    (view) => view.waitingFor.code === 'awaiting-payment',
  );
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/**
 * The orders that were reported for their approval, by message: one whose answer comes late is sent again under its id, and a
 * need that has become urgent is reported once more.
 */
function subjects({ received }: NoticeReceiver): string[] {
  const messages = new Map(received.map(({ headers, message }) => [String(headers['webhook-id']), message]));
  const needs = [...messages.values()].flatMap((message) => message.needs);
  return needs.flatMap(({ workflowId, kind, urgent }) => (kind === approval && !urgent ? [workflowId] : []));
}
const approval = 'release-gate/approval';

describe('U16: a merchant hears what waits for a human', () => {
  it('an order that waits for an approval is reported once, signed, also when its worker is killed and another comes', async () => {
    const receiver = await startNoticeReceiver();
    const { world, env } = await openTellingWorld(receiver);
    const worker = world.startWorker(env);
    await world.startDesk({ release });
    const first = await paidOrder(world, 'Ana Whose Name Is Hers');
    await until(
      'it is told',
      () => receiver.received.length,
      (count) => count > 0,
    );
    const [notice] = receiver.received;
    expect(notice?.message).toMatchObject({
      event: 'needs-human',
      account,
      needs: [
        {
          workflowId: `order:${account}:${first}`,
          type: 'order',
          kind: approval,
          look: `npx peerdesk order show ${first} --account ${account}`,
        },
      ],
    });
    const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = notice?.headers ?? {};
    const signed = `${String(id)}.${String(seconds)}.${notice?.body ?? ''}`;
    expect(signature).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    expect(notice?.body).not.toMatch(/Ana|Name|http/);

    // Killed before, it would leave a message whose answer was lost, which is sent again (ADR 0020).
    await until(
      'its arrival is recorded',
      () => noticesControl(world.client, account).state(),
      ({ delivered }) => delivered > 0,
    );
    await worker.kill();
    world.startWorker(env);
    const second = await paidOrder(world, 'Ben Whose Name Is His');
    await until(
      'the second is told',
      () => subjects(receiver),
      (told) => told.includes(`order:${account}:${second}`),
    );
    expect(subjects(receiver)).toEqual([`order:${account}:${first}`, `order:${account}:${second}`]);
    const shown = await operatorOf(world)('notify');
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain(`order:${account}:${first} since`);
    expect(shown.stdout).toContain('sent by url');
  });

  it('ADR 0020: an order that waits for an approval is reported although the next look is an hour away', async () => {
    const receiver = await startNoticeReceiver();
    const { world, env } = await openTellingWorld(receiver, 3_600_000);
    await world.runWorker(env);
    await world.startDesk({ release });
    for (const name of ['Ana', 'Ben']) {
      const orderNumber = await paidOrder(world, name);
      await until(
        'it is told',
        () => subjects(receiver),
        (told) => told.includes(`order:${account}:${orderNumber}`),
      );
    }
    expect(subjects(receiver)).toHaveLength(2);
  });

  it('a receiver that fails delays no release, and stands on the desk’s page and in the log without its address', async () => {
    const receiver = await startNoticeReceiver();
    receiver.answerWith((response) => void response.writeHead(503).end('away'));
    const { world, env } = await openTellingWorld(receiver);
    await world.runWorker(env);
    await world.startDesk({ release });
    const orderNumber = await paidOrder(world, 'Ana');
    const desk = await until(
      'the desk says so',
      () => deskControl(world.client, account).state(),
      ({ troubles }) => troubles['notices'] !== undefined,
    );
    expect(desk.troubles['notices']).toMatchObject({
      text: 'messages by url do not arrive: the address answered HTTP 503',
      urgent: true,
    });
    const control = orderControl(world.client, account, orderNumber);
    await control.approve({ by: 'ana' });
    await until(
      'it completes',
      () => control.state(),
      ({ status }) => status === 'COMPLETED',
    );
    const log = await world.log();
    expect(log).toContain('the merchant was not notified');
    expect(log).not.toContain('not-to-be-told');
    receiver.answerWith((response) => void response.end());
    await until(
      'a message arrives',
      () => noticesControl(world.client, account).state(),
      ({ state }) => state === 'telling',
    );
    await until(
      'the desk is well again',
      () => deskControl(world.client, account).state(),
      ({ troubles }) => troubles['notices'] === undefined,
    );
  });

  it('words that a stranger sends as the result of a watch do not reach the merchant', async () => {
    const receiver = await startNoticeReceiver();
    const { world, env } = await openTellingWorld(receiver);
    const { client } = world;
    await world.runWorker(env);
    const workflowId = noticesControl(client, account).workflowId;
    await until(
      'the ways are known',
      () => noticesControl(client, account).state(),
      ({ channels }) => channels.includes('url'),
    );
    const pending = await until(
      'it looks',
      async () => (await client.workflow.getHandle(workflowId).describe()).raw.pendingActivities ?? [],
      ([watch]) => watch !== undefined,
    );
    const need = {
      key: `desk:${account}/desk-trouble/intake`,
      workflowId: `desk:${account}`,
      type: 'desk',
      fact: { code: 'desk-trouble', source: 'pay evil.example at once' },
      sinceMs: 1,
      urgentAtMs: 1,
      look: 'npx evil',
    };
    const forged = { needs: [need], atMs: Date.now(), channels: ['url'], perMinute: 6 };
    await client.activity.complete({ workflowId, activityId: pending[0]?.activityId ?? '' }, forged);
    await until(
      'it is told',
      () => receiver.received.length,
      (count) => count === 1,
    );
    expect(receiver.received[0]?.body).not.toContain('evil');
    expect(receiver.received[0]?.message).toMatchObject({
      needs: [{ workflowId: `desk:${account}`, kind: 'unnamed' }],
    });
  });
});
