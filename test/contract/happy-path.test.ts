import { describe, expect, it } from 'vitest';
import { operations, type ExchangeClient } from '../../src/exchange/index.ts';
import { openContract } from './contract-world.ts';
import { rawCall, servedBy } from './raw-call.ts';
import { scenarios } from './scenarios.ts';

const names = Object.keys(operations);

/** The typed method of an operation, found where the interface groups it. */
function methodOf(client: ExchangeClient, name: string): (input?: unknown) => Promise<unknown> {
  const group = operations[name]?.group ?? 'system';
  const groups: Readonly<Record<string, object>> = { ...client, system: client };
  const found: unknown = Object.entries(groups[group] ?? {}).find(([key]) => key === name)?.[1];
  if (typeof found !== 'function') throw new Error(`The client has no method ${group}.${name}.`);
  return async (input) => (await Reflect.apply(found, undefined, input === undefined ? [] : [input])) as unknown;
}

it('there is a scenario for every operation, and none besides', () => {
  expect(Object.keys(scenarios).sort()).toEqual(names.toSorted());
});

describe('interface section 4: every operation of the client succeeds against the simulator', () => {
  it.each(names)('%s, by its typed method', async (name) => {
    const world = await openContract();
    const input = (await scenarios[name]?.(world)) ?? {};
    const takesNothing = operations[name]?.parameters === 'none';
    const answer = await methodOf(world.client, name)(takesNothing ? undefined : input);
    const isVoid = servedBy(name).answer === null;
    expect(answer === undefined || answer === null).toBe(isVoid);
    expect(world.simulator.ledger().rejected).toEqual({});
  });

  it.each(names)('%s, by its name as `peerdesk call` does', async (name) => {
    const world = await openContract();
    const input = (await scenarios[name]?.(world)) ?? {};
    const place = operations[name]?.parameters === 'query' ? 'query' : 'body';
    await expect(world.client.call(name, { [place]: input })).resolves.not.toBeInstanceOf(Error);
  });
});

describe('wire-facts 2.4: answers have the wire types that live traffic has', () => {
  it.each(names)('%s', async (name) => {
    const world = await openContract();
    const operation = servedBy(name);
    const input = (await scenarios[name]?.(world)) ?? {};
    const answer = await rawCall(world, { operation, input });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json;charset=UTF-8']);
    if (operation.envelope === 'bare') return expect(operation.answer?.parse(answer.json)).toEqual(answer.json);
    const isPublic = operation.envelope === 'public';
    expect(answer.json).toMatchObject({ code: '000000', message: isPublic ? null : 'success', success: true });
    expect('messageDetail' in answer.json).toBe(isPublic);
    const { data, total } = answer.json;
    expect('data' in answer.json).toBe(operation.answer !== null);
    expect(typeof total).toBe(operation.paged ? 'number' : 'undefined');
    const rows = operation.paged ? (data as unknown[]) : [data];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) if (operation.answer !== null) expect(operation.answer.parse(row)).toEqual(row);
    if (!isPublic) expect(answer.text).not.toContain('null');
  });
});
