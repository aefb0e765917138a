/** A merchant's machine with a page for phones: a real door, server, worker and watchdog, and a service. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { freePort } from '../../../src/server/free-port.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { startPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { stillMarket, until } from '../desk-harness.ts';

const keys = { apiKey: 'key-of-main-0123456789', apiSecret: 'secret-of-main-0123456789' };

/** Opens a machine whose people are ana, who approves, ben, who holds, eva, who looks, and ida, who is an admin. */
export async function openPhoneWorld() {
  const home = await temporaryDirectory();
  const accounts = [{ name: 'main', ...keys }];
  const simulator = createSimulator({ seed: 1, accounts, market: stillMarket().feed, tickIntervalMs: 50 });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  mkdirSync(join(home, 'keys'), { mode: 0o700 });
  writeFileSync(join(home, 'keys/api-key'), keys.apiKey, { mode: 0o600 });
  writeFileSync(join(home, 'keys/api-secret'), keys.apiSecret, { mode: 0o600 });
  const file = join(home, 'peerdesk.toml');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const places = { baseUrl, port, origin, temporal: await freePort() };
  const write = (people: readonly string[]) => writeFileSync(file, fileText(places, people), { mode: 0o600 });
  write([]);
  const env = {
    HOME: home,
    PEERDESK_STATE_DIR: join(home, 'state'),
    PEERDESK_CONFIG: file,
    TEMPORAL_CLI_PATH: inject('temporalCli'),
  };
  const ask = (...args: string[]) => runInProcess(args, env);
  return {
    origin,
    simulator,
    ask,
    /** Lets the keys of these lines count: ana's is one of the approvers. */
    enrol: (lines: readonly string[]) => {
      for (const line of lines)
        appendFileSync(join(home, line.startsWith('ana') ? 'approvers' : 'lookers'), `${line}\n`);
      write(lines);
    },
    /** Names the files of those people alone whose lines these are. */
    keep: write,
    start: (...args: string[]) => startUntilReady(args, env),
    /** Returns the number of an order whose buyer says that he has paid, once the desk waits for an approval of it. */
    paidOrder: async (totalPrice: string): Promise<string> => {
      const adNumber = simulator.ads.add({ account: 'main', side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
      const order = simulator.counterparties.take({ adNumber, totalPrice, realName: 'Ana Perez' });
      simulator.counterparties.pay(order);
      await until(
        `order ${order} waits for an approval`,
        async () => (await ask('order', 'show', order, '--json')).stdout,
        (text) => text.includes('"release-gate"') && text.includes('"PAID"'),
      );
      return order;
    },
  };
}

export type PhoneWorld = Awaited<ReturnType<typeof openPhoneWorld>>;

interface Places {
  readonly baseUrl: string;
  readonly port: number;
  readonly origin: string;
  readonly temporal: number;
}

/** Only where there are keys is a file of keys named. */
const fileText = ({ baseUrl, port, origin, temporal }: Places, lines: readonly string[]): string => `[temporal]
address = "127.0.0.1:${temporal}"

[account.main]
service = "${baseUrl}"
mode = "sim"
api_key_file = "keys/api-key"
api_secret_file = "keys/api-secret"

[account.main.release]
policy = "approve"
${lines.some((line) => line.startsWith('ana')) ? 'approvals = "signed"\napprovers_file = "approvers"' : ''}

[door.page]
origin = "${origin}"
listen = "127.0.0.1:${port}"
${lines.some((line) => !line.startsWith('ana')) ? 'keys_file = "lookers"' : ''}
people = { ana = "approve", ben = "hold", eva = "view", ida = "admin" }
`;

/** Starts a process of the machine; returns what ends it. It is over with the test at the latest. */
async function startUntilReady(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { child, firstLine, ended } = await startPeerdesk([...args, '--json'], env);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0 });
  };
  onTestFinished(stop);
  await firstLine;
  return { stop };
}
