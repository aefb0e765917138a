import { ExchangeError, operations, type CallInput, type ExchangeClient } from '../../src/exchange/index.ts';
import { merchantOf } from '../../src/simulator/world/marketplace.ts';
import type { SimWorld } from '../simulator/sim-fixture.ts';

/** The same fields where the operation wants them. */
export const inputOf = (name: string, fields: Readonly<Record<string, unknown>>): CallInput =>
  operations[name]?.parameters === 'query' ? { query: fields } : { body: fields };

/** Makes a call and returns the error that it must reject with. */
export async function errorOf(
  client: ExchangeClient,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ExchangeError> {
  const outcome: unknown = await client.call(name, inputOf(name, fields)).catch((error: unknown) => error);
  if (outcome instanceof ExchangeError) return outcome;
  throw new Error(`${name} did not reject with an ExchangeError, but gave ${JSON.stringify(outcome)}`);
}

/** Everything on the marketplace that a call could change, apart from counts of calls. */
export function effectsIn({ simulator }: SimWorld): unknown {
  const merchants = ['acme', 'rival'].map((account) => ({ ...merchantOf(simulator.marketplace, account) }));
  const { ads, orders, usedCodes, taken, ledger } = simulator.snapshot();
  const { placements, payments, releases, reprices } = ledger;
  // A price inside the zone of another own ad is an entry although it was refused: the attempt counts there.
  const entries = ledger.entries.filter(({ kind }) => kind !== 'in-zone');
  const { doublePlacements, doublePayments, doubleReleases } = ledger;
  const doubles = [doublePlacements, doublePayments, doubleReleases];
  return { merchants, ads, orders, usedCodes, taken, placements, payments, releases, reprices, entries, doubles };
}
