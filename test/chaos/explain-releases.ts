/** What the merchant says of releases that the register does not know: the service itself has ended an appeal, say. */
import { z } from 'zod';
import type { Ledger } from '../../src/simulator/world/ledger.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { unknownReleases } from './losses/operator.ts';

interface Merchant {
  readonly account: string;
  /** What his commands find the desk by. */
  readonly desk: Readonly<Record<string, string>>;
}

const serviceSchema = z.url();

/**
 * Explains the unknown releases as a person who looks them up in the app; returns what was done, or null: nothing. Rejects for one
 * that the desk itself has let out: its register has lost it.
 */
export async function explainReleases({ account, desk }: Merchant): Promise<string | null> {
  const peerdesk = (...args: readonly string[]) => runInProcess(args, desk);
  // A register that is busy is asked the next time.
  const unknown = await unknownReleases({ peerdesk }, account).catch(() => []);
  if (unknown.length === 0) return null;
  const own = await ownReleases(serviceSchema.parse(desk['PEERDESK_BASE_URL']));
  const lost = unknown.filter((orderNumber) => own.has(orderNumber));
  if (lost.length > 0) throw new Error(`the register does not know ${lost.join(', ')}, which the desk has released`);
  const said = ['--released-in-app', '--yes', '--count', String(unknown.length), '--by', 'chaos'];
  const { exitCode } = await peerdesk('register', 'explain', account, ...said);
  return exitCode === 0 ? `explained ${unknown.join(', ')}` : null;
}

async function ownReleases(baseUrl: string): Promise<Set<string>> {
  const { entries } = (await (await fetch(`${baseUrl}/_sim/ledger`)).json()) as Ledger;
  return new Set(entries.flatMap(({ kind, orderNumber }) => (kind === 'release' && orderNumber ? [orderNumber] : [])));
}
