/** A marketplace, a register in a file, and processes that send for it and may be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Register } from '../../../src/register/register.ts';
import { createSqliteRegister, openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../../src/simulator/world/simulator-options.ts';
import { stillMarket } from '../../simulator/sim-fixture.ts';
import type { SenderJob } from './sender-job.ts';

export const account = { name: 'acme', apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };
const buyerName = 'ANA CONDORI';
const totalPrice = '510.00';

/** What half a minute and more is worth: a call that has left shows by then, or never will. */
const settledMs = 60_000;

export interface DeathsWorld {
  simulator: Simulator;
  register: Register;
  /** Of all clocks, beside the machine's. */
  aheadMs: () => number;
  /** Lets the time pass in which a call may still take effect. */
  pass: () => void;
  /** A paid order that the desk sells. */
  sale: () => string;
  /** An order that the desk buys, and has not paid. */
  purchase: () => string;
  /** Starts a process that releases the order, or sends another step of it, or dies on the way. */
  send: (orderNumber: string, part: Pick<SenderJob, 'proofId' | 'death'> & Partial<Pick<SenderJob, 'sends'>>) => Sender;
  close: () => Promise<void>;
}

export interface Sender {
  process: ChildProcess;
  /** How it ended, and what it said. */
  ended: Promise<{ code: number | null; signal: string | null; text: string }>;
}

/** Opens a world; `close` ends its processes. */
export async function openDeathsWorld(options: Partial<SimulatorOptions> = {}): Promise<DeathsWorld> {
  let aheadMs = 0;
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-deaths-'));
  const simulator = createSimulator({
    seed: 1,
    clock: { now: () => Date.now() + aheadMs },
    accounts: [account],
    market: { ...stillMarket(), startMs: 0 },
    rateLimit: { requests: 100_000, windowMs: 10_000 },
    ...options,
  });
  const { baseUrl } = await simulator.listen();
  const registerFile = join(folder, 'register.sqlite');
  await createSqliteRegister({ file: registerFile, generation: randomUUID(), how: 'created', nowMs: Date.now() });
  const register = await openSqliteRegister({ file: registerFile, migrate: true });
  const senders = new Set<ChildProcess>();
  return {
    simulator,
    register,
    aheadMs: () => aheadMs,
    pass: () => {
      aheadMs += settledMs;
    },
    sale: () => saleAt(simulator),
    purchase: () => purchaseAt(simulator),
    send: (orderNumber, { proofId, death, sends = 'release' }) => {
      const job: SenderJob = {
        baseUrl,
        apiKey: account.apiKey,
        apiSecret: account.apiSecret,
        account: account.name,
        orderNumber,
        sends,
        proofId,
        amount: totalPrice,
        payerName: buyerName,
        registerFile,
        guardFile: join(folder, 'guard.json'),
        aheadMs,
        death,
      };
      return startSender(job, senders);
    },
    close: async () => {
      for (const child of senders) child.kill('SIGKILL');
      await register.close();
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function saleAt(simulator: Simulator): string {
  const adNumber = simulator.ads.add({
    account: account.name,
    side: 'SELL',
    asset: 'USDT',
    fiat: 'BOB',
    price: '10.20',
  });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice, realName: buyerName, nickname: 'Ana' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

function purchaseAt({ ads, counterparties }: Simulator): string {
  const adNumber = ads.add({ account: account.name, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
  return counterparties.take({ adNumber, totalPrice });
}

function startSender(job: SenderJob, senders: Set<ChildProcess>): Sender {
  const program = inProject('test', 'chaos', 'deaths', 'sender.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'pipe'] });
  senders.add(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    senders.delete(child);
    return { code: code as number | null, signal: signal as string | null, text };
  });
  return { process: child, ended };
}
