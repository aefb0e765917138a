/** docs/payments.md to the letter: a merchant's first source of payments, a phone's messages, a statement of the bank. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, expect, it, onTestFinished } from 'vitest';
import { webhookSignature } from '../../../src/door/webhook-signature.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { codeBlocks } from '../../project/documents/markdown.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { startPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { stillMarket, until } from '../desk-harness.ts';
import { json } from '../operator.ts';
import { commandsOf, runInShell, sectionOf } from './typed-commands.ts';

const keys = { apiKey: 'key-of-main-0123456789', apiSecret: 'secret-of-main-0123456789' };
const page = readProjectFile('docs/payments.md');
const section = (heading: string): string => sectionOf(page, heading);
const first = section('A first source in five minutes');

/** The one block of a language below a heading, of which `has` is a part. */
function blockOf(text: string, language: string, has: string): string {
  const found = codeBlocks(text, language).filter((block) => block.includes(has));
  if (found.length !== 1) throw new Error(`${found.length} blocks of ${language} have ${has}`);
  return found[0] ?? '';
}

/** A merchant's folder with a configuration file, and a service. */
async function openFolder() {
  const home = await temporaryDirectory();
  const market = stillMarket();
  const accounts = [{ name: 'main', ...keys }];
  const simulator = createSimulator({ seed: 1, accounts, market: market.feed, tickIntervalMs: 50 });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  mkdirSync(join(home, 'keys'), { mode: 0o700 });
  writeFileSync(join(home, 'keys/api-key'), keys.apiKey, { mode: 0o600 });
  writeFileSync(join(home, 'keys/api-secret'), keys.apiSecret, { mode: 0o600 });
  const file = join(home, 'peerdesk.toml');
  const text = `[temporal]
address = "127.0.0.1:${await freePort()}"

[account.main]
service = "${baseUrl}"
mode = "sim"
api_key_file = "keys/api-key"
api_secret_file = "keys/api-secret"

[account.main.release]
policy = "match"
`;
  writeFileSync(file, text, { mode: 0o600 });
  return { home, file, simulator };
}

const environmentOf = (home: string, file: string): Record<string, string> => ({
  HOME: home,
  PEERDESK_STATE_DIR: join(home, 'state'),
  PEERDESK_CONFIG: file,
  TEMPORAL_CLI_PATH: inject('temporalCli'),
});

/** Starts `peerdesk start`, which says its door, and ends it with the test. */
async function startAll(env: Record<string, string>) {
  const started = await startPeerdesk(['start', '--ui-port', '0', '--door-port', '0', '--json'], env);
  onTestFinished(async () => {
    started.child.kill('SIGTERM');
    expect(await started.ended).toMatchObject({ exitCode: 0 });
  });
  let log = '';
  started.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const { health } = JSON.parse(await started.firstLine) as { health: string };
  const answer = await fetch(health);
  expect(await answer.json()).toMatchObject({ status: 'ok', door: 'ok' });
  const [, endpoint = ''] = /door ready: POST (\S+)\/v1\/payments\/bank/.exec(log) ?? [];
  return { endpoint };
}

async function post(url: string, secret: string, body: string): Promise<number> {
  const [id, seconds] = ['msg_of_the_page', String(Math.floor(Date.now() / 1_000))];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = webhookSignature(key, { id, seconds, body });
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature };
  const answer = await fetch(url, { method: 'POST', body, headers });
  return answer.status;
}

it('every step of "A first source in five minutes", in its order: a payment of the page releases its order', async () => {
  const { home, file, simulator } = await openFolder();
  const env = environmentOf(home, file);
  const ask = (...args: string[]) => runInProcess(args, env);
  const [makeKey = ''] = commandsOf(blockOf(first, 'sh', 'keys/bank'));
  await runInShell(makeKey, { home });
  const made = await ask('door', 'init');
  expect(made.exitCode).toBe(0);
  const lines = made.stdout.slice(made.stdout.indexOf('[door]'));
  appendFileSync(file, `\n${lines}\n${blockOf(first, 'toml', 'payments.bank')}\n`);
  const { endpoint } = await startAll(env);
  expect(await ask('config', 'apply', '--yes')).toMatchObject({ exitCode: 0 });

  const adNumber = simulator.ads.add({ account: 'main', side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const order = simulator.counterparties.take({ adNumber, totalPrice: '400.00', realName: 'Ana Perez' });
  simulator.counterparties.pay(order);
  const body = blockOf(first, 'json', 'bookedAt').replace(
    /"bookedAt": "[^"]+"/,
    `"bookedAt": "${new Date().toISOString()}"`,
  );
  const secret = readFileSync(join(home, 'keys/bank'), 'utf8').trim();
  expect(await post(`${endpoint}/v1/payments/bank`, secret, body)).toBe(200);
  expect((await ask('payment', 'list')).stdout).toMatch(/400\.00 BOB +Ana Perez +evidence, booked/);
  expect((await ask('payment', 'show', '1')).stdout).toContain('TRX-77');
  await until(
    'the order is released on that payment',
    () => simulator.ledger(),
    ({ releases }) => releases === 1,
  );
  expect((await ask('payment', 'show', '1')).stdout).toMatch(new RegExp(`backs +.*${order}`));
}, 600_000);

it('the phone and the statement of the page: its template reads its message, its columns read a file', async () => {
  const { home, file } = await openFolder();
  const ask = (...args: string[]) => runInProcess(args, environmentOf(home, file));
  expect((await ask('register', 'create')).exitCode).toBe(0);
  const phone = blockOf(first, 'toml', 'payments.phone');
  const statement = blockOf(section('Statements of a bank'), 'toml', 'payments.files');
  appendFileSync(file, `\n${phone}\n${statement}\n`);
  writeFileSync(join(home, 'keys/phone'), 'a key of sixteen bytes', { mode: 0o600 });
  const [, sample = ''] = /samples = \["(.*)"\]/.exec(phone) ?? [];
  const samples = join(home, 'samples.txt');
  writeFileSync(samples, sample);
  expect(await ask('payment', 'test', 'phone', samples)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^seen: 400\.00 BOB, payer Ana Perez, reference 4711/),
  });
  const november = join(home, 'november.csv');
  writeFileSync(november, 'Fecha;Operacion;Ordenante;Glosa;Abono;Cargo\n28/11/2026 10:00;77;Ana Perez;;400,00;\n');
  expect(await ask('payment', 'import', 'files', november, '--dry-run')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 rows: 1 would be new'),
  });
  expect(json(await ask('payment', 'test', 'phone', samples, '--json'))).toHaveLength(1);
}, 600_000);
