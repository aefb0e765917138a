/** People write at an order: real processes, real sockets, what is sent once and what is kept of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askDoor } from '../../../src/cli/door/ask-door.ts';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { sayPath } from '../../../src/cli/window/window-routes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { startNoticeReceiver } from '../../workers/notices/notice-receiver.ts';
import { account, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';
import { chatText, keptOf, notesOf, openPaidSale } from './window-world.ts';

const answer = 'Gracias Hortensia, ya reviso el banco Quimera';

/** What the service has of what we wrote. */
const written = ({ simulator }: DeskWorld, order: string): string[] =>
  (simulator.marketplace.orders.get(order)?.chat ?? [])
    .filter(({ author, type }) => author === 'maker' && type === 'text')
    .map(({ content }) => content.taker);

async function openSale() {
  const world = await openDeskWorld();
  const worker = world.startWorker();
  const peerdesk = operatorOf(world);
  const { order } = await openPaidSale(world, peerdesk);
  const say = (text: string, ...options: string[]) => peerdesk('order', 'say', order, text, ...options);
  return { world, worker, peerdesk, order, say };
}

it('chat: what is said leaves once by the socket of the desk, also where its receipt is lost, and is kept nowhere', async () => {
  const { world, peerdesk, order, say } = await openSale();
  const { simulator } = world;
  const said = await until(
    'the desk holds its socket',
    () => say(answer, '--json'),
    ({ exitCode }) => exitCode === ExitCode.OK,
  );
  const { id } = json(said) as { id: string };
  expect(written(world, order)).toEqual([answer]);
  expect((await say(answer, '--id', id)).stdout).toContain(`message ${id} was sent before, and nothing left now`);
  expect((await peerdesk('order', 'chat', order)).stdout).toMatch(
    new RegExp(`they \\(unread\\): ${chatText}\\n[^]*you: ${answer}\\n`),
  );

  expect((await peerdesk('order', 'read', order)).exitCode).toBe(ExitCode.OK);
  expect((await peerdesk('order', 'chat', order)).stdout).toContain(': 0 unread\n');

  simulator.setFaults([{ operation: 'chat', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } }]);
  const lost = await say('Un momento');
  expect(lost).toMatchObject({ exitCode: ExitCode.OK, stdout: expect.stringContaining('sent') });
  expect(written(world, order)).toEqual([answer, 'Un momento']);

  simulator.setFaults([
    { operation: 'chat', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    { operation: 'retrieveChatMessagesWithPagination', fault: { kind: 'error', code: -1000 } },
  ]);
  const unknown = await until(
    'the desk holds its socket again, and the chat cannot be read back',
    () => say('Listo', '--json'),
    ({ exitCode }) => exitCode !== ExitCode.NOT_RUNNING,
  );
  expect(unknown.exitCode).toBe(ExitCode.TIMEOUT);
  simulator.setFaults([]);
  const failure = JSON.parse(unknown.stderr) as { id: string; outcome: string };
  expect(failure.outcome).toBe('unknown');
  expect((await say('Listo')).exitCode).toBe(ExitCode.REFUSED);
  expect((await say('Listo', '--id', failure.id)).stdout).toContain('was sent before');
  expect(written(world, order)).toEqual([answer, 'Un momento', 'Listo']);

  const file = join(await temporaryDirectory(), 'Recibo de Quimera.png');
  writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]));
  const shown = json(await peerdesk('order', 'say', order, '--image', file, '--json')) as { id: string };
  const again = await peerdesk('order', 'say', order, '--image', file, '--id', shown.id);
  expect(again.stdout).toContain('was sent before');
  expect((await peerdesk('order', 'chat', order)).stdout).toContain(`you: picture ${shown.id}.png\n`);
  writeFileSync(file, 'no picture');
  const refused = await peerdesk('order', 'say', order, '--image', file);
  expect(refused.stderr).toContain('not sent: the image is no jpg, jpeg or png');
  const pictures = (simulator.marketplace.orders.get(order)?.chat ?? []).filter(({ type }) => type === 'image');
  expect(pictures).toHaveLength(1);

  const places = await keptOf(world);
  expect(places.log).toContain(`message ${id}: sent`);
  for (const [place, text] of Object.entries(places)) {
    expect(
      ['Hortensia', 'Quimera', 'Un momento', 'Listo'].filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
  }
});

it('chat: without a connection it does not leave; an appeal has to be meant; during a ban nothing is called', async () => {
  const { world, peerdesk, order, say } = await openSale();
  const { simulator } = world;
  simulator.setFaults([
    { operation: 'chat', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    { operation: 'retrieveChatCredential', fault: { kind: 'error', code: -1000 } },
  ]);
  simulator.counterparties.say(order, 'hola?');
  await delay(500);
  const down = await say(answer);
  expect(down.exitCode).toBe(ExitCode.NOT_RUNNING);
  expect(down.stderr).toMatch(/not sent: the chat was not connected in time/);
  simulator.setFaults([]);
  simulator.counterparties.dispute(order);
  const refused = await say(answer);
  expect(refused.exitCode).toBe(ExitCode.REFUSED);
  expect(refused.stderr).toContain('an appeal has begun');
  expect((await say('x'.repeat(501))).exitCode).toBe(ExitCode.CONFIGURATION);
  const other = await peerdesk('order', 'say', '22000000000000000999', answer);
  expect(other.stderr).toContain('not sent: the order is not shown');
  expect(written(world, order)).toEqual([]);
  await until(
    'it is sent where it is meant, once the socket is back',
    () => say(answer, '--yes'),
    ({ exitCode }) => exitCode === ExitCode.OK,
  );
  expect(written(world, order)).toEqual([answer]);
  simulator.ban(60_000);
  await until(
    'the ban is known',
    () => say('Durante la prohibicion', '--yes'),
    ({ stderr }) => /not sent: the order is not shown: the address is banned until/.test(stderr),
  );
  const before = simulator.ledger().callsDuringBan;
  expect((await say('Durante la prohibicion', '--yes')).exitCode).toBe(ExitCode.NOT_RUNNING);
  expect(simulator.ledger().callsDuringBan).toEqual(before);
});

it('chat: only the process that leads writes, and the next one after it', async () => {
  const { world, worker, order, say } = await openSale();
  world.startWorker();
  const message = { id: '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b11', text: answer, triedAtMs: null, despiteAppeal: false };
  const standby = await until(
    'another worker stands by',
    async () => {
      const second = notesOf(world).find(({ note }) => note.pid !== worker.pid);
      const question = { method: 'POST', path: sayPath(account, order), body: message, timeoutMs: 20_000 } as const;
      return second === undefined ? null : await askDoor(second, question);
    },
    (reply) => reply?.status === 409,
  );
  expect(standby?.data).toMatchObject({ leader: expect.stringMatching(new RegExp(`^${worker.pid}@`)) });
  expect(written(world, order)).toEqual([]);
  await until(
    'the leader is asked',
    () => say(answer),
    ({ exitCode }) => exitCode === ExitCode.OK,
  );
  await worker.kill();
  await until(
    'the other one leads and writes',
    () => say('Sigo aqui'),
    ({ exitCode }) => exitCode === ExitCode.OK,
  );
  expect(written(world, order)).toEqual([answer, 'Sigo aqui']);
});

it('chat: a message that no one reads is a notice with the order and a code, and none of what it says', async () => {
  const receiver = await startNoticeReceiver();
  const world = await openDeskWorld({}, { ...quickSettings, noticeLookIntervalMs: 500, customerWaitMs: 1_000 });
  world.startWorker({ PEERDESK_NOTIFY_URL: receiver.url, PEERDESK_NOTIFY_SECRET: 'a-secret-of-the-chat-test' });
  const { order } = await openPaidSale(world, operatorOf(world));
  const needs = await until(
    'the customer who waits is reported',
    async () => await Promise.resolve(receiver.received.flatMap(({ message }) => message.needs)),
    (known) => known.some(({ kind }) => kind === 'customer-waits'),
  );
  expect(needs).toContainEqual(
    expect.objectContaining({ kind: 'customer-waits', type: 'order', workflowId: `order:${account}:${order}` }),
  );
  const notices = receiver.received.map(({ body }) => body).join('\n');
  for (const [place, text] of Object.entries({ notices, ...(await keptOf(world)) })) {
    expect(
      ['Hortensia', 'Quillfeather'].filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
  }
});
