import { describe, expect, it } from 'vitest';
import { callFields } from '../../src/cli/call/call-input.ts';
import { exampleCalls, placeholdersIn } from '../../src/cli/call/example-call.ts';
import { parametersOf } from '../../src/cli/call/parameter-list.ts';
import type { CommandCall } from '../../src/cli/kit/command-spec.ts';
import { buildProgram } from '../../src/cli/program.ts';
import type { Operation } from '../../src/exchange/table/operation.ts';
import { operations } from '../../src/exchange/table/operations.ts';
import { openContract, type ContractWorld } from '../contract/contract-world.ts';
import { scenarios } from '../contract/scenarios.ts';
import { ownPayId } from '../simulator/sim-fixture.ts';

const examples = Object.values(operations).flatMap((operation) =>
  exampleCalls(operation).map((line) => ({ name: operation.name, line, operation })),
);

/** The words of a line, as a shell would split them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '').slice(1);
}

/** The result of parsing a line: the command's own parser, then the reading of its fields. */
async function typed(line: string): Promise<{ fields: Record<string, unknown>; call: CommandCall }> {
  const calls: CommandCall[] = [];
  const silent = { write: () => true };
  const program = buildProgram({ env: {}, stdout: silent, stderr: silent }, (_spec, call) => {
    calls.push(call);
    return Promise.resolve();
  });
  await program.parseAsync(wordsOf(line), { from: 'user' });
  const [call] = calls;
  const operation = operations[call?.args[0] ?? ''];
  if (call === undefined || operation === undefined) throw new Error(`calls no operation: ${line}`);
  const { param = [], body } = call.options as { param?: string[]; body?: string };
  const source = body === undefined ? undefined : { text: body, from: '--body' };
  return { fields: callFields(operation, { param, body: source }), call };
}

/** Replaces the placeholders by numbers of the world in which the operation succeeds. */
async function filled(line: string, world: ContractWorld, { name }: Operation): Promise<string> {
  const scene: Record<string, unknown> = (await scenarios[name]?.(world)) ?? {};
  const first = (...fields: string[]): string =>
    fields.flatMap((field) => scene[field]).find((value) => typeof value === 'string') ?? '';
  const advertiser = (await world.client.ads.search({ ...market, page: 1, rows: 1 })).items[0]?.advertiser;
  const values: Record<string, string> = {
    AD_NUMBER: first('adsNo', 'advNo', 'advNos', 'adOrderNo', 'advOrderNumber'),
    ORDER_NUMBER: first('orderNumber', 'orderNo', 'adOrderNo'),
    PRICE: first('matchPrice', 'price'),
    TOTAL: first('totalAmount'),
    PAY_ID: String(await ownPayId(world)),
    CODE: '123456',
    MERCHANT: String(advertiser?.userNo),
  };
  return placeholdersIn([line]).reduce((text, word) => text.replaceAll(word, values[word] ?? word), line);
}

const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY' } as const;

describe('the examples in the help', () => {
  it('show every operation that takes parameters, and no other', () => {
    const taking = Object.values(operations).filter(({ input }) => Object.keys(input.shape).length > 0);
    const shown = Object.values(operations).filter(({ examples }) => examples !== undefined);
    expect(shown.map(({ name }) => name)).toEqual(taking.map(({ name }) => name));
  });

  it.each(examples)('$line: has every parameter that is needed, and no other', async ({ line, operation }) => {
    const { fields, call } = await typed(
      placeholdersIn([line]).reduce((text, word) => text.replaceAll(word, '7'), line),
    );
    const parameters = parametersOf(operation);
    const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
    expect(needed.filter((name) => fields[name] === undefined)).toEqual([]);
    const known = parameters.map(({ name }) => name);
    expect(Object.keys(fields).filter((name) => !known.includes(name))).toEqual([]);
    const isAsked = operation.kind === 'money' || operation.name === 'closeBusiness';
    expect(call.options['yes'] === true).toBe(isAsked);
  });

  it.each(examples)('$line: succeeds against the simulator once it is filled in', async ({ line, operation }) => {
    const world = await openContract();
    const { fields } = await typed(await filled(line, world, operation));
    const place = operation.parameters === 'query' ? 'query' : 'body';
    await expect(world.client.call(operation.name, { [place]: fields })).resolves.not.toBeInstanceOf(Error);
    expect(world.simulator.ledger().rejected).toEqual({});
  });

  it.each(examples.filter(({ operation }) => operation.kind === 'money'))(
    '$line: copied as it is, it moves nothing',
    async ({ line, operation }) => {
      if (placeholdersIn([line]).length > 0) return await expect(typed(line)).rejects.toThrow('is a placeholder');
      const world = await openContract();
      const { fields } = await typed(line);
      await expect(world.client.call(operation.name, { body: fields })).rejects.toThrow();
      expect(world.simulator.ledger()).toMatchObject({ placements: 0, payments: 0, releases: 0 });
    },
  );
});
