/** The desk's window on real processes: what it shows, whom it refuses, and that nothing of it is kept. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askDoor } from '../../../src/cli/door/ask-door.ts';
import type { FoundWorker } from '../../../src/cli/door/worker-note.ts';
import { sheetPath } from '../../../src/cli/window/window-routes.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { orderSheetSchema } from '../../../src/domain/sheet/order-sheet.ts';
import { account, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf, json, operatorOf } from '../operator.ts';
import { buyer, chatText, keptOf, nickname, notesOf, openPaidSale } from './window-world.ts';

const looks = 200;
const freshLimitMs = 300;
/** What is older is read again. */
const pastFreshMs = 3_100;
const reads = 5;

/** Returns what a person sees before he is asked for the total. */
async function approveAtTerminal(world: DeskWorld, order: string, typed: string): Promise<string> {
  let screen = '';
  await runCli(['order', 'approve-release', order, '--by', 'ana'], {
    env: environmentOf(world),
    stdout: { write: () => true },
    stderr: { write: (text) => (screen += text) },
    askPerson: async () => typed,
  });
  return screen;
}

const noteOf = (world: DeskWorld): FoundWorker => {
  const [found] = notesOf(world);
  if (found === undefined) throw new Error('the worker has left its note');
  return found;
};

const look = async (worker: FoundWorker, order: string) =>
  await askDoor(worker, { method: 'GET', path: sheetPath(account, order), timeoutMs: 20_000 });

it('window: shows the people of an order to who asks on this machine, and nothing of it is kept anywhere', async () => {
  const world = await openDeskWorld();
  world.startWorker();
  const peerdesk = operatorOf(world);
  const { order, accountNumber } = await openPaidSale(world, peerdesk);

  const { stdout } = await peerdesk('order', 'show', order);
  expect(stdout.split('\n')[0]).toBe(
    `look for      400.00 BOB from ${buyer} into Banco Simulado …${accountNumber.slice(-4)} (Bank Transfer)`,
  );
  expect(stdout).toMatch(/paid +the buyer says that he has paid at .* ago\); .* left to release/);
  expect(stdout).toContain(`they (unread): ${chatText}`);
  expect(stdout).toMatch(/who +Rosalind Quillfeather Oyarzabal, known as quill4711/);
  expect(stdout).toMatch(/next +npx peerdesk order approve-release --help/);
  expect(stdout).not.toMatch(/[^\P{Cc}\n]|\u202e/u);

  const shown = json(await peerdesk('order', 'show', order, '--json')) as { sheet: unknown; sheetMissing: unknown };
  const sheet = orderSheetSchema.parse(shown.sheet);
  expect(shown.sheetMissing).toBeNull();
  expect(JSON.stringify(sheet)).toContain(accountNumber);

  const chat = await peerdesk('order', 'chat', order);
  expect(chat.stdout).toMatch(
    new RegExp(`they \\(unread\\): ${chatText}\\n.*they \\(unread\\): evil \\[2Jtext\\nread`),
  );
  expect((await peerdesk('order', 'chat', order, '--limit', '1')).stdout).toMatch(
    /or more unread, the last 1 are shown/,
  );

  const list = await peerdesk('order', 'list');
  expect(list.stdout).toMatch(/METHOD +WHO/);
  expect(list.stdout).toMatch(/Bank Transfer +R\*\*\* Q\*\*\* O\*\*\* +\d/);
  expect(list.stdout).not.toContain(buyer);

  const screen = await approveAtTerminal(world, order, '1');
  expect(screen).toMatch(new RegExp(`^look for .* from ${buyer} into Banco`));
  expect(screen).toContain(`they (unread): ${chatText}`);

  const secrets = ['Quillfeather', nickname, accountNumber, 'Hortensia'];
  const places = await keptOf(world);
  expect(places.temporal).toContain(order);
  for (const [place, text] of Object.entries(places)) {
    expect(
      secrets.filter((secret) => text.includes(secret)),
      place,
    ).toEqual([]);
  }
});

it('window: answers at once what is fresh; a worker that stands by or has died is said, and the order is shown all the same', async () => {
  const world = await openDeskWorld({ rateLimit: { requests: 10_000, windowMs: 10_000 } });
  const first = world.startWorker();
  const peerdesk = operatorOf(world);
  const { order } = await openPaidSale(world, peerdesk);
  const worker = noteOf(world);

  const times = await timesOf(looks, () => look(worker, order));
  const [median, p95] = [times[Math.floor(looks / 2)] ?? 0, times[Math.floor(looks * 0.95)] ?? 0];
  console.info(`a sheet over the door: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${looks} looks`);
  expect(p95).toBeLessThan(freshLimitMs);
  const readTimes = await timesOf(reads, async () => {
    await delay(pastFreshMs);
    return await look(worker, order);
  });
  const readMs = readTimes.map((ms) => (ms - pastFreshMs).toFixed(0));
  console.info(`a sheet that is read: ${readMs.join(', ')} ms`);

  const other = await look(worker, '22000000000000000999');
  expect(other).toMatchObject({ status: 200, data: { order: { missing: { code: 'unread' } } } });
  const unserved = await askDoor(worker, { method: 'GET', path: sheetPath('other', order), timeoutMs: 9_000 });
  expect(unserved).toMatchObject({ status: 404 });

  world.startWorker();
  const standby = await until(
    'another worker stands by',
    async () => {
      const second = notesOf(world).find(({ note }) => note.pid !== worker.note.pid);
      return second === undefined ? null : await look(second, order);
    },
    (reply) => reply?.status === 409,
  );
  expect(standby?.data).toMatchObject({ leader: expect.stringMatching(new RegExp(`^${first.pid}@`)) });
  expect((await peerdesk('order', 'show', order)).stdout).toContain(buyer);

  await first.kill();
  const gone = await peerdesk('order', 'show', order);
  expect(gone.exitCode).toBe(0);
  expect(gone.stdout).toMatch(
    /order sheet +names, methods and chat are not shown: no worker of this machine leads the account acme|look for/,
  );
  await until(
    'the other worker leads and shows the order',
    () => peerdesk('order', 'show', order),
    ({ stdout }) => stdout.includes(buyer),
  );
});

it('window: one part that hangs or is odd hides no other one; during a ban nothing is asked, and it is said until when', async () => {
  const world = await openDeskWorld();
  world.startWorker();
  const peerdesk = operatorOf(world);
  const { order } = await openPaidSale(world, peerdesk);
  const { simulator } = world;
  simulator.setFaults([
    { operation: 'queryCounterPartyOrderStatistic', fault: { kind: 'hang', when: 'before' } },
    { operation: 'retrieveChatMessagesWithPagination', fault: { kind: 'error', code: -1000 } },
  ]);
  await delay(pastFreshMs);
  const { stdout } = await peerdesk('order', 'show', order);
  expect(stdout).toContain(`from ${buyer}`);
  expect(stdout).toMatch(/record +not shown: the service did not answer within 4 s/);
  expect(stdout).toMatch(/chat +not shown: .*-1000\)/);
  simulator.setFaults([]);
  simulator.ban(60_000);
  await until(
    'the ban is known',
    async () => {
      await delay(pastFreshMs);
      return await peerdesk('order', 'show', order);
    },
    (run) => /order sheet +not shown: the address is banned until 20\d\d-/.test(run.stdout),
  );
  const before = simulator.ledger().callsDuringBan;
  await peerdesk('order', 'show', order);
  expect(simulator.ledger().callsDuringBan).toEqual(before);
});

async function timesOf(count: number, act: () => Promise<{ status: number } | null>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const beganMs = performance.now();
    expect((await act())?.status).toBe(200);
    times.push(performance.now() - beganMs);
  }
  return times.toSorted((left, right) => left - right);
}
