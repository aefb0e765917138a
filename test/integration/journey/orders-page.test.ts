/** docs/orders.md: each command of the page is typed at a desk, in its order, for an order as its section has it. */

import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { greetingsText } from '../../../src/config/environment/greetings.ts';
import { greetingsOf } from '../../../src/config/file/greetings/greeting-section.ts';
import { readFileText } from '../../../src/config/file/read-file.ts';
import { codeBlocks } from '../../project/documents/markdown.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, noRules, openDeskWorld, until, type DeskWorld } from '../desk-harness.ts';
import { environmentOf } from '../operator.ts';
import { commandsOf, sectionOf, wordsOf } from './typed-commands.ts';

const page = readProjectFile('docs/orders.md');
const commands = (heading: string): string[][] => codeBlocks(sectionOf(page, heading), 'sh').map(commandsOf);

const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading ?? '');

/** What the page writes into the file. */
function greetingsOfPage(): string {
  const [toml = ''] = codeBlocks(sectionOf(page, 'The chat'), 'toml');
  const read = readFileText(`[account.${account}]\nservice = "https://api.example.com"\n${toml}`);
  if (Array.isArray(read)) throw new Error(JSON.stringify(read));
  return greetingsText(greetingsOf(read.file.greetings, account));
}

async function openDesk() {
  const world = await openDeskWorld();
  const spoken = { PEERDESK_GREETINGS: greetingsOfPage() };
  world.startWorker(spoken);
  await world.startDesk({ release: { policy: 'approve', amountCap: null, counterparty: noRules } });
  const home = await temporaryDirectory();
  const env = { ...environmentOf(world), ...spoken, HOME: home, USER: 'ana', PEERDESK_TIMEOUT: '120s' };
  const type = async (line: string, order: string) => {
    const [command = '', target] = line
      .replaceAll('NUMBER', order)
      .replaceAll(/ (appeal|people\.csv)/g, ` ${home}/$1`)
      .split(' > ');
    const [, ...args] = await wordsOf(command, home);
    const run = await runInProcess(args, env);
    if (target !== undefined) await writeFile(target.split('#', 1).join('').trim(), run.stdout);
    return run;
  };
  return { world, type };
}

/** A sale whose buyer has paid and written, once the desk waits for an approval of it. */
async function paidSale({ simulator }: DeskWorld, type: Typing): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '400.00', realName: 'Ana Perez' });
  simulator.counterparties.pay(order);
  simulator.counterparties.say(order, 'Hola, ya pague');
  await shows(type, order, /no human has approved/);
  return order;
}

async function purchase({ simulator }: DeskWorld, type: Typing): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '400.00', realName: 'Ana Perez' });
  await shows(type, order, /the payee .* 400.00 BOB exactly/);
  return order;
}

type Typing = Awaited<ReturnType<typeof openDesk>>['type'];

const shows = async (type: Typing, order: string, what: RegExp): Promise<void> =>
  void (await until(
    `the sheet of ${order} shows ${what.source}`,
    () => type('peerdesk order show NUMBER', order),
    ({ stdout }) => what.test(stdout),
  ));

/** A person types a command again whose time has not come: an order that is being looked at, a socket that is not there yet. */
const typed = async (type: Typing, command: string, order: string): Promise<void> =>
  void (await until(
    command,
    () => type(command, order),
    ({ exitCode }) => exitCode === 0,
  ));

const released = async ({ simulator }: DeskWorld, releases: number): Promise<void> =>
  void (await until(
    `${releases} orders are released`,
    () => simulator.ledger(),
    (ledger) => ledger.releases === releases,
  ));

it('docs/orders.md: every section is one that is typed here', () => {
  expect(sections).toEqual([
    'What waits for me',
    'A sale',
    'A purchase',
    'The chat',
    'An appeal',
    'Someone is never to be released to',
  ]);
});

it(
  'docs/orders.md: a sale in each way of the page is released, once, and what is held is not',
  { timeout: 600_000 },
  async () => {
    const { world, type } = await openDesk();
    const [waiting = [], ...others] = commands('What waits for me');
    expect(others).toEqual([]);
    const blocks = commands('A sale');
    for (const [index, block] of blocks.entries()) {
      const order = await paidSale(world, type);
      for (const command of waiting) expect((await type(command, order)).stdout).toContain(order);
      for (const command of block) {
        await typed(type, command, order);
        if (command.includes(' hold ')) expect(world.simulator.ledger().releases).toBe(index);
      }
      await released(world, index + 1);
    }
    expect(blocks.length).toBe(3);
    expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0 });
  },
);

it('docs/orders.md: a purchase, a chat, a dossier and people of the page', { timeout: 600_000 }, async () => {
  const { world, type } = await openDesk();
  const bought = await purchase(world, type);
  for (const command of commands('A purchase').flat()) await typed(type, command, bought);
  await until(
    'the payment is reported',
    () => world.simulator.ledger(),
    ({ payments }) => payments === 1,
  );
  const sold = await paidSale(world, type);
  for (const command of ['The chat', 'An appeal', 'Someone is never to be released to'].flatMap(commands).flat())
    await typed(type, command, sold);
  const said = world.simulator.marketplace.orders.get(sold)?.chat.map(({ content }) => content.taker) ?? [];
  expect(said).toContain('Hola, ya lo reviso');
  expect(said.filter((text) => text === `Gracias, reviso el banco. Orden ${sold}.`)).toHaveLength(1);
});
