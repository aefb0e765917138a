import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BusinessStatus, SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { tableRows } from '../../project/documents/markdown.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, openDeskWorld, sharedEgress, until } from '../desk-harness.ts';

const section =
  readProjectFile('docs/ads.md')
    .split(/^## /m)
    .find((part) => part.startsWith('I want an ad off')) ?? '';
/** What a person wants, what takes it off, what brings it back: each as the page has it. */
const ways = tableRows(section)
  .slice(-5)
  .map(([wish = '', off = '', back = '']) => ({ wish, off, back }));
/** The commands of a cell, or the line for the file. */
const partsOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

const open = '[ads.NUMBER.hours]\nopen = "always"\ntimezone = "America/La_Paz"\n';
/** A day of the week that is neither this one nor the next, wherever the test runs. */
const otherDay = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(new Date().getUTCDay() + 3) % 7] ?? '';
const closed = open.replace('always', `${otherDay} 10:00-11:00`);

it('docs/ads.md, “I want an ad off the market”: each of the five ways takes it off, and the way back of its row brings it back', async () => {
  const world = await openDeskWorld({ egress: sharedEgress });
  const limits = { floor: '9.50', ceiling: '10.50' };
  const ad = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20', limits });
  const path = join(await temporaryDirectory(), 'peerdesk.toml');
  const write = (line = '', table = '') =>
    writeFileSync(
      path,
      `[temporal]\naddress = "${world.address}"\nnamespace = "${world.namespace}"
[egress.home]
[account.${account}]\nservice = "${world.baseUrl}"\nmode = "sim"
api_key_env = "ACME_KEY"\napi_secret_env = "ACME_SECRET"
[settings]\nmarket_interval_ms = 1000\noffline_check_interval_ms = 1000
[ads.${ad}]\n${line}\nfloor = "9.50"\nceiling = "10.50"\n${table.replace('NUMBER', ad)}`,
      { mode: 0o600 },
    );
  const keys = {
    ACME_KEY: String(world.env['PEERDESK_API_KEY']),
    ACME_SECRET: String(world.env['PEERDESK_API_SECRET']),
    PEERDESK_STATE_DIR: String(world.env['PEERDESK_STATE_DIR']),
  };
  const run = async (command: string): Promise<void> => {
    const typed = command.replace('NUMBER…', ad).replace('NUMBER', ad).split(' ');
    const group = typed[0] === 'config' ? [] : ['--account', account];
    const yes = /^(config apply|desk (break|business))/.test(command) ? ['--yes'] : [];
    const { exitCode, stdout, stderr } = await runInProcess(
      [...typed, ...group, ...yes, '--config', path, '--timeout', '120s'],
      keys,
    );
    expect(exitCode, `${command}: ${stdout}${stderr}`).toBe(0);
  };
  const isOnMarket = (): boolean => {
    const { ads, merchants } = world.simulator.snapshot();
    const isOpen = merchants[account]?.status === BusinessStatus.OPEN;
    return isOpen && ads.find(({ advNo }) => advNo === ad)?.status === SimAdStatus.ONLINE;
  };
  const becomes = (wanted: boolean, what: string) => until(what, isOnMarket, (is) => is === wanted);
  write();
  const own = Object.keys(world.env).filter((name) => /^PEERDESK_(SETTING_|BASE_URL|API_)/.test(name));
  const none = Object.fromEntries([...own, 'PEERDESK_ACCOUNT'].map((name) => [name, undefined]));
  world.startWorker({ ...none, ...keys, PEERDESK_CONFIG: path });
  await run('config apply');
  await becomes(true, 'the ad is kept');

  const [some, file, atOnce, business, hours, ...more] = ways;
  expect(more).toEqual([]);
  const [offOne = '', offAll = ''] = partsOf(some?.off ?? '');
  const [backOne = '', backAll = ''] = partsOf(some?.back ?? '');
  for (const [off, back] of [
    [offOne, backOne],
    [offAll, backAll],
  ] as const) {
    await run(off);
    await becomes(false, off);
    await run(back);
    await becomes(true, back);
  }
  for (const cell of [file?.off ?? '', file?.back ?? '']) {
    const [line = '', command = ''] = partsOf(cell);
    write(line);
    await run(command);
    await becomes(line.includes('online'), line);
  }
  for (const command of partsOf(atOnce?.off ?? '')) await run(command);
  await becomes(false, 'the switch is engaged');
  const [lift = '', online = ''] = partsOf(atOnce?.back ?? '');
  await run(lift);
  await run(online);
  await becomes(true, online);
  const closing = partsOf(business?.off ?? '');
  const opening = partsOf(business?.back ?? '');
  expect([closing.length, opening.length]).toEqual([2, 3]);
  for (const [index, command] of closing.entries()) {
    await run(command);
    await becomes(false, command);
    await run(opening[index] ?? '');
    await becomes(true, opening[index] ?? '');
    await run(`${opening[2]} NUMBER`);
  }
  expect(hours?.back).toMatch(/^by itself/);
  write('', closed);
  await run(partsOf(hours?.off ?? '').at(-1) ?? '');
  await becomes(false, 'outside its hours');
  write('', open);
  await run('config apply');
  await becomes(true, 'its hours have begun');
});
