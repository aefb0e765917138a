import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { connectTemporal } from '../../src/client/index.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { freePort } from '../../src/server/free-port.ts';
import { inProject } from '../../src/server/project-root.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { openNoticeReceiver } from '../../test/setup/notice-receiver.ts';
import { Phone } from '../../test/setup/passkeys/phone.ts';
import { createStillMarket, type StillMarkets } from '../../test/setup/still-markets.ts';
import { say } from '../desk-world.ts';

export const account = 'main';
const keys = { apiKey: 'key-of-main-0123456789', apiSecret: 'secret-of-main-0123456789' };
const botToken = '123456:AAH-token-of-a-bot-in-benches-0123456789';

/** How a message reached the person. */
export type Way = 'webhook' | 'telegram';

/** A merchant's machine: `peerdesk start` with Temporal, worker, watchdog and door; a marketplace, and receivers of messages. */
export interface PhoneWorld {
  readonly client: Client;
  readonly simulator: Simulator;
  readonly market: StillMarkets;
  readonly phone: Phone;
  /** When each order was asked about for the first time, in epoch ms, by way. */
  readonly asked: Readonly<Record<Way, ReadonlyMap<string, number>>>;
  close(): Promise<void>;
}

/** Opens the machine; the person ana is signed in. */
export async function openPhoneWorld({ hasSocket }: { hasSocket: boolean }): Promise<PhoneWorld> {
  const home = await mkdtemp(join(tmpdir(), 'peerdesk-bench-'));
  const market = createStillMarket();
  const simulator = createSimulator({ seed: 1, accounts: [{ name: account, ...keys }], market: market.feed });
  const { baseUrl } = await simulator.listen();
  const { asked, urls, close: closeReceivers } = await openReceivers();
  const [port, temporal] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const phone = new Phone(origin);
  await writeFiles(home, {
    'keys/api-key': keys.apiKey,
    'keys/api-secret': keys.apiSecret,
    'keys/hook': urls.webhook,
    'keys/telegram': botToken,
    approvers: `ana+phone=${phone.passkey.publicKey}\n`,
    'peerdesk.toml': fileText({ baseUrl, port, temporal, telegram: urls.telegram, hasSocket }),
  });
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: say });
  const env = { ...process.env, HOME: home, PEERDESK_STATE_DIR: join(home, 'state'), TEMPORAL_CLI_PATH: cliPath };
  const run = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), ...args, '--config', join(home, 'peerdesk.toml')], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const child = run('start', '--ui-port', '0', '--json');
  await once(child.stdout ?? child, 'data');
  child.stdout?.resume();
  const applied = run('config', 'apply', '--yes');
  applied.stdout?.resume();
  await once(applied, 'exit');
  const peerdesk = await connectTemporal({ address: `127.0.0.1:${temporal}`, namespace: 'default' });
  await phone.signIn();
  return {
    client: peerdesk.client,
    simulator,
    market,
    phone,
    asked,
    close: async () => {
      await peerdesk.close();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await simulator.close();
      closeReceivers();
      await rm(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function writeFiles(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(home, 'keys'), { mode: 0o700 });
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text, { mode: 0o600 });
}

interface Places {
  readonly baseUrl: string;
  readonly port: number;
  readonly temporal: number;
  readonly telegram: string;
  readonly hasSocket: boolean;
}

/** Sixty messages a minute instead of six, so that each sale has one of its own although they come fast. */
const fileText = ({ baseUrl, port, temporal, telegram, hasSocket }: Places): string => `[temporal]
address = "127.0.0.1:${temporal}"

[settings]
notices_per_minute = 60

[account.${account}]
service = "${baseUrl}"
mode = "sim"
api_key_file = "keys/api-key"
api_secret_file = "keys/api-secret"

[account.${account}.release]
policy = "approve"
approvals = "signed"
approvers_file = "approvers"

[account.${account}.notify]
url_file = "keys/hook"
telegram_token_file = "keys/telegram"
telegram_people = ["Ana=41"]
telegram_api = "${telegram}"

[account.${account}.chat]
socket = ${hasSocket}

[door.page]
origin = "http://localhost:${port}"
listen = "127.0.0.1:${port}"
people = { ana = "approve" }
`;

/** Opens the address of the webhook and the Bot API, on this machine. */
async function openReceivers() {
  const asked = { webhook: new Map<string, number>(), telegram: new Map<string, number>() };
  const note = (way: Way, text: string): void => {
    for (const [, order = ''] of text.matchAll(/order:main:(\d+)|Hold order (\d+)/g)) {
      if (order !== '' && !asked[way].has(order)) asked[way].set(order, Date.now());
    }
  };
  const webhook = await openNoticeReceiver();
  const received = webhook.received;
  webhook.answerWith((response) => {
    note('webhook', received.at(-1)?.body ?? '');
    response.end('thank you');
  });
  const telegram = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const isPoll = request.url?.endsWith('/getUpdates') ?? false;
      if (!isPoll) note('telegram', body.replaceAll(/Hold order (\d+)/g, 'order:main:$1'));
      const answer = () => response.end(JSON.stringify({ ok: true, result: isPoll ? [] : { message_id: 1 } }));
      if (isPoll) setTimeout(answer, 20_000).unref();
      else answer();
    });
  }).listen(0, '127.0.0.1');
  await once(telegram, 'listening');
  return {
    asked,
    urls: { webhook: webhook.url, telegram: `http://127.0.0.1:${(telegram.address() as AddressInfo).port}` },
    close: () => {
      webhook.close();
      telegram.closeAllConnections();
      telegram.close();
    },
  };
}
