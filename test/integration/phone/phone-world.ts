/** A merchant's machine with a page for phones: a real door, server, worker and watchdog, and a service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import type { PageRole } from '../../../src/domain/people/page-role.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { startPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory, type AtEnd } from '../../setup/temporary-directory.ts';
import { stillMarket, until } from '../desk-harness.ts';

const keys = { apiKey: 'key-of-main-0123456789', apiSecret: 'secret-of-main-0123456789' };

interface PhonePlan {
  /** What each may do on the page. Default: ana approves, eva looks. */
  readonly people?: Readonly<Record<string, PageRole>>;
  /** Whose keys stand in the file of the account; the others sign in alone. */
  readonly approvers?: readonly string[];
  /** Lines of [account.main.release] and of the sections behind it. */
  readonly rules?: readonly string[];
  /** The program of Temporal; without it that of the tests. */
  readonly temporalCli?: string;
}

/** Opens a machine whose people have no keys yet. It is over with the test, or by `atEnd`. */
export async function openPhoneWorld(plan: PhonePlan = {}, atEnd: AtEnd = onTestFinished) {
  const home = await temporaryDirectory(atEnd);
  const accounts = [{ name: 'main', ...keys }];
  const simulator = createSimulator({ seed: 1, accounts, market: stillMarket().feed, tickIntervalMs: 50 });
  const { baseUrl } = await simulator.listen();
  atEnd(() => simulator.close());
  mkdirSync(join(home, 'keys'), { mode: 0o700 });
  writeFileSync(join(home, 'keys/api-key'), keys.apiKey, { mode: 0o600 });
  writeFileSync(join(home, 'keys/api-secret'), keys.apiSecret, { mode: 0o600 });
  const file = join(home, 'peerdesk.toml');
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const machine: Machine = { approvers: ['ana'], ...plan, baseUrl, port, origin, temporal: await freePort() };
  const write = (lines: readonly string[]) => writeMachine(home, machine, lines);
  write([]);
  const env = {
    HOME: home,
    PEERDESK_STATE_DIR: join(home, 'state'),
    PEERDESK_CONFIG: file,
    TEMPORAL_CLI_PATH: plan.temporalCli ?? inject('temporalCli'),
  };
  const ask = (...args: string[]) => runInProcess(args, env);
  return {
    origin,
    simulator,
    ask,
    /** Lets the keys of these lines count at the door, and no others; at the worker, once it has read them. */
    enrol: write,
    start: (...args: string[]) => startUntilReady(args, env, atEnd),
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

interface Machine extends PhonePlan {
  readonly approvers: readonly string[];
  readonly baseUrl: string;
  readonly port: number;
  readonly origin: string;
  readonly temporal: number;
}

/** Only where there are keys is a file of keys named. */
function writeMachine(home: string, machine: Machine, lines: readonly string[]): void {
  const { baseUrl, port, origin, temporal, approvers, rules = [], people = { ana: 'approve', eva: 'view' } } = machine;
  const isApprover = (line: string): boolean => approvers.some((name) => new RegExp(`^${name}[+=]`).test(line));
  const [ofAccount, ofPage] = [lines.filter(isApprover), lines.filter((line) => !isApprover(line))];
  const named = [
    ['approvers', ofAccount],
    ['lookers', ofPage],
  ] as const;
  for (const [name, found] of named) writeFileSync(join(home, name), found.map((line) => `${line}\n`).join(''));
  const text = `[temporal]
address = "127.0.0.1:${temporal}"

[door.page]
origin = "${origin}"
listen = "127.0.0.1:${port}"
${ofPage.length > 0 ? 'keys_file = "lookers"' : ''}
people = { ${Object.entries(people)
    .map(([name, role]) => `${name} = "${role}"`)
    .join(', ')} }

[account.main]
service = "${baseUrl}"
mode = "sim"
api_key_file = "keys/api-key"
api_secret_file = "keys/api-secret"

[account.main.release]
policy = "approve"
${ofAccount.length > 0 ? 'approvals = "signed"\napprovers_file = "approvers"' : ''}
${rules.join('\n')}
`;
  writeFileSync(join(home, 'peerdesk.toml'), text, { mode: 0o600 });
}

/** Starts a process of the machine; returns what ends it. It is over with its world at the latest. */
async function startUntilReady(args: readonly string[], env: Readonly<Record<string, string>>, atEnd: AtEnd) {
  const { child, firstLine, ended } = await startPeerdesk([...args, '--json'], env, { atEnd });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0 });
  };
  atEnd(stop);
  await firstLine;
  return { stop };
}
