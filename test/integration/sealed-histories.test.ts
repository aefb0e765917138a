/** What Temporal stores of a desk whose payloads are sealed, beside the same desk whose payloads are not. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectTemporal, type OrderView } from '../../src/client/index.ts';
import { readCodec } from '../../src/codec/codec-environment.ts';
import { newKeyLine } from '../../src/codec/key-ring.ts';
import type { PeerdeskRun } from '../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { ExitCode } from '../../src/cli/kit/exit-code.ts';
import { account, openDeskWorld, until, type DeskWorld } from './desk-harness.ts';
import { operatorOf, programOf, type Peerdesk } from './operator.ts';
import { dump } from './window/server-dump.ts';

const payer = 'Rosalind Quillfeather';
const wrongPayer = 'Somebody Elsewhere';
const reference = 'REF-4711-XYZ';
const accountNumber = '4400-1122-3344';
/** A competitor of the still market, left out by its name. */
const nickname = 'Nick01';
const oddField = 'iban4711';
const secrets = [payer, wrongPayer, reference, accountNumber, nickname, oddField];

interface SealedDesk extends DeskWorld {
  peerdesk: Peerdesk;
  program: Peerdesk;
  adNumber: string;
  heldOrder: string;
}

/** Runs a desk through an ad, a release by a matching payment, an order on hold and a start that fails. */
async function liveThrough(keysFile: string | null): Promise<SealedDesk> {
  const world = await openDeskWorld();
  if (keysFile !== null) world.env['PEERDESK_CODEC_KEYS_FILE'] = keysFile;
  const peerdesk = operatorOf(world);
  const must = async (...args: string[]): Promise<PeerdeskRun> => {
    const run = await peerdesk(...args);
    expect(run, args.join(' ')).toMatchObject({ exitCode: 0 });
    return run;
  };
  const { simulator } = world;
  world.startWorker();
  await until(
    'the desk starts',
    () => peerdesk('desk', 'start', '--release', 'match', '--yes'),
    ({ exitCode }) => exitCode === 0,
  );
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  await must('ad', 'start', adNumber, 'limits.floor=9.50', 'limits.ceiling=11', `filter.ignore_nicknames=${nickname}`);
  const order = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName: payer });
  simulator.counterparties.pay(order);
  const shows = (number: string, text: string) =>
    until(
      `order ${number} shows ${text}`,
      () => peerdesk('order', 'show', number),
      ({ stdout }) => stdout.includes(text),
    );
  await shows(order, 'payment-match');
  const match = (name: string) =>
    must('order', 'received', order, '--amount', '500.00', '--payer', name, '--proof', reference);
  const other = await peerdesk(
    'order',
    'received',
    order,
    '--amount',
    '500.00',
    '--payer',
    wrongPayer,
    '--proof',
    reference,
  );
  expect(other.exitCode, other.stderr).toBe(ExitCode.REFUSED);
  await shows(order, 'payer-name');
  await match(payer);
  await until(
    'the order completes',
    () => simulator.ledger().orders.completed,
    (count) => count === 1,
  );
  const heldOrder = simulator.counterparties.take({ adNumber, totalPrice: '400.00' });
  await shows(heldOrder, heldOrder);
  await must('order', 'hold', heldOrder, '--note', `paid from ${accountNumber}`);
  await failOneStart(world);
  await until(
    'the ad is watched',
    () => peerdesk('ad', 'explain', adNumber),
    ({ stdout }) => stdout.includes(nickname),
  );
  return { ...world, peerdesk, program: programOf(world), adNumber, heldOrder };
}

/** Its failure names the field that it does not know. */
async function failOneStart({ address, namespace, env }: DeskWorld): Promise<void> {
  const peerdesk = await connectTemporal({ address, namespace, codec: readCodec(env) });
  try {
    const { workflow } = peerdesk.client;
    const start = { workflowId: `order:${account}:odd`, taskQueue: `peerdesk:${account}`, args: [{ [oddField]: 1 }] };
    await expect(workflow.execute('orderLifecycle', start)).rejects.toMatchObject({
      cause: { type: 'MALFORMED_INPUT' },
    });
  } finally {
    await peerdesk.close();
  }
}

const foundIn = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

describe('S2, SEC10a, SEC10b: what Temporal stores of a desk', () => {
  it('holds no name, reference, account number or nickname in clear; without keys it holds each of them', async () => {
    const keysFile = join(await temporaryDirectory(), 'keys');
    await writeFile(keysFile, newKeyLine(0), { mode: 0o600 });
    const [sealed, clear] = await Promise.all([liveThrough(keysFile), liveThrough(null)]);
    const stored = await dump(sealed.client);
    expect(stored).toContain(`ad:${account}:${sealed.adNumber}`);
    expect({ clear: foundIn(await dump(clear.client)), sealed: foundIn(stored) }).toEqual({
      clear: secrets,
      sealed: [],
    });
    await expectOpen(sealed);
    const unready = await clear.peerdesk('codec', 'check');
    expect(unready).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`guard:${account}`) });
  });
});

/** What the keys open: the commands, Temporal's own command line, and a replay. */
async function expectOpen({ peerdesk, program, heldOrder }: SealedDesk): Promise<void> {
  const where = ['--workflow-id', `order:${account}:${heldOrder}`];
  expect((await peerdesk('codec', 'check')).stdout).toMatch(/is sealed with the keys here/);
  expect((await peerdesk('replay', '--from-server', '--type', 'orderLifecycle')).stdout).toMatch(/Safe: 3 of 3/);
  const shown = await program('temporal', 'workflow', 'show', ...where, '--output', 'json');
  const data = [...shown.stdout.matchAll(/"data": "([^"]*)"/g)].map(([, text = '']) => Buffer.from(text, 'base64'));
  expect(data.join('\n')).toContain(accountNumber);
  const { mark } = JSON.parse((await peerdesk('order', 'show', heldOrder, '--json')).stdout) as OrderView;
  const input = JSON.stringify({ by: 'ben', ...mark });
  const signal = ['temporal', 'workflow', 'signal', ...where, '--name', 'unhold', '--input', input];
  expect(await program(...signal)).toMatchObject({ exitCode: 0 });
  const ended = (run: PeerdeskRun): boolean => !run.stdout.includes(accountNumber);
  await until('the signal is obeyed', () => peerdesk('order', 'show', heldOrder), ended);
}
