/** The dossier of an appeal: a real worker process, pictures from the storage, and what is kept of it elsewhere. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ExitCode } from '../../../src/cli/kit/exit-code.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { openDeskWorld, until } from '../desk-harness.ts';
import { json, operatorOf } from '../operator.ts';
import { buyer, chatText, keptOf, openPaidSale } from './window-world.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);

interface Read {
  chat: { known: { lines: { text: string }[] } };
  pictures: { name: string; file?: string; missing?: string }[];
  sheet: { known: { order: { known: { name: string; appeal: { reason: string; untilMs: number } } } } };
  calls: { known: { name: string; outcome: string }[] };
  journal: { known: { kind: string }[] };
  acts: { known: { what: string; by: string | null }[] };
}

it('dossier: an appeal has its order, chat, pictures, acts and calls in one folder, which a check verifies', async () => {
  const world = await openDeskWorld();
  world.startWorker();
  const peerdesk = operatorOf(world);
  const { simulator } = world;
  const { order } = await openPaidSale(world, peerdesk);
  expect((await peerdesk('order', 'hold', order, '--by', 'ana', '--note', 'look at the bank')).exitCode).toBe(0);
  simulator.showPicture(order, { name: 'receipt.png', bytes: png });
  const rows = simulator.marketplace.orders.get(order)?.chat ?? [];
  const [first] = rows;
  if (first === undefined) throw new Error('there is a chat');
  const away = { imageUrl: 'https://pictures.example/secret.jpg?key=1' };
  rows.push({
    ...first,
    id: simulator.marketplace.nextId('5').replace(/^(.)./, '$1'),
    type: 'image',
    author: 'taker',
    image: away,
  });
  for (let at = 0; at < 120; at += 1) simulator.counterparties.say(order, `mensaje ${at}`);
  simulator.counterparties.dispute(order, 'The seller does not release.');
  await until(
    'the appeal is known',
    () => peerdesk('order', 'show', order),
    ({ stdout }) => stdout.includes('The seller does not release.') && stdout.includes('IN_APPEAL'),
  );

  const folder = join(await temporaryDirectory(), 'appeal');
  const keys = { PEERDESK_APPROVER_DIR: await temporaryDirectory() };
  const signed = operatorOf({ ...world, env: { ...world.env, ...keys } });
  const key = json(await signed('approver', 'init', 'ana', '--json')) as { publicKey: string };
  const made = await signed('order', 'dossier', order, '--out', folder, '--key', 'ana');
  expect(made.stderr).toContain('(secret.jpg): not shown: the picture is not loaded: the host pictures.example');
  expect(made.exitCode).toBe(ExitCode.ERROR);
  const text = readFileSync(join(folder, 'dossier.json'), 'utf8');
  const dossier = JSON.parse(text) as Read;
  expect(dossier.sheet.known.order.known).toMatchObject({
    name: buyer,
    appeal: { reason: 'The seller does not release.', untilMs: expect.any(Number) },
  });
  expect(dossier.chat.known.lines.length).toBeGreaterThan(120);
  expect(new Set(dossier.chat.known.lines.map(({ text: said }) => said)).has(chatText)).toBe(true);
  const shown = dossier.pictures.find(({ name }) => name === 'receipt.png');
  expect(readFileSync(join(folder, shown?.file ?? 'none'))).toEqual(png);
  expect(dossier.acts.known).toMatchObject([{ what: 'started' }, { what: 'hold', by: 'ana' }]);
  expect(dossier.calls.known.some(({ outcome }) => outcome === 'completed')).toBe(true);
  const page = readFileSync(join(folder, 'dossier.md'), 'utf8');
  for (const part of ['# Order', 'hold by ana', 'Hortensia', 'receipt', 'SHA-256']) expect(page).toContain(part);

  const good = await peerdesk('order', 'dossier', 'check', folder, '--public-key', key.publicKey);
  expect([good.exitCode, good.stderr]).toEqual([ExitCode.OK, '']);
  expect(good.stdout).toContain(`signed as ana`);
  const other = await peerdesk('order', 'dossier', 'check', folder, '--public-key', 'other');
  expect(other.exitCode).toBe(ExitCode.REFUSED);
  const again = await signed('order', 'dossier', order, '--out', folder);
  expect(again.stderr).toContain('has something in it');
  writeFileSync(join(folder, 'dossier.json'), text.replace('mensaje 7', 'mensaje 8'));
  expect((await peerdesk('order', 'dossier', 'check', folder)).stdout).toContain('dossier.json: it was changed');

  expect(existsSync(join(folder, 'signature.json'))).toBe(true);
  for (const [place, kept] of Object.entries(await keptOf(world))) {
    expect(
      ['Hortensia', 'Quillfeather', 'mensaje 7', 'secret.jpg', 'does not release'].filter((secret) =>
        kept.includes(secret),
      ),
      place,
    ).toEqual([]);
  }
});
