import { Argument, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { isPlaceholder, refusePlaceholders } from '../../../src/cli/text/placeholder.ts';
import type { CommandCall, CommandSpec } from '../../../src/cli/kit/command-spec.ts';
import { runInProcess } from '../../setup/run-in-process.ts';

interface Named {
  path: string;
  spec: CommandSpec;
}

const commands: Named[] = [
  ...singleCommands.map((spec) => ({ path: spec.usage, spec })),
  ...commandGroups.flatMap(({ name, commands: specs }) =>
    specs.map((spec) => ({ path: `${name} ${spec.usage}`, spec })),
  ),
].filter(({ spec }) => spec.passesThrough !== true);

const call = (part: Partial<CommandCall>): CommandCall => ({
  args: [],
  options: {},
  path: 'peerdesk x',
  help: () => '',
  ...part,
});

const options = commands.flatMap(({ path, spec }) =>
  spec.options.filter(({ flags }) => flags.includes('<')).map(({ flags }) => ({ path, spec, flags })),
);
const withArguments = commands.filter(({ spec }) => spec.usage.includes(' '));
const standIns = [
  'NUMBER',
  'REFERENCE',
  '<amount>',
  '<bank reference>',
  '…',
  '...',
  'TRX…',
  '[amount]',
  'ORDER_NUMBER',
  'HOST:PORT',
  'bank reference',
  'the bank reference',
  'Name on the transfer',
  'HOW-YOU-KNOW',
];

describe('what a text writes in the place of a value is no value', () => {
  it.each(options)('$path: $flags', ({ spec, flags }) => {
    const name = new Option(flags).attributeName();
    for (const value of standIns) {
      expect(() => refusePlaceholders(spec, call({ options: { [name]: value } })), value).toThrow(/is a placeholder/);
      expect(() => refusePlaceholders(spec, call({ options: { [name]: ['7', value] } }))).toThrow(/is a placeholder/);
    }
    const own = /<([^>]*)>/.exec(flags)?.[1]?.toUpperCase();
    expect(() => refusePlaceholders(spec, call({ options: { [name]: own } }))).toThrow(/is a placeholder/);
  });

  it.each(withArguments)('$path', ({ spec }) => {
    const own = new Argument(spec.usage.split(' ')[1] ?? '').name().toUpperCase();
    for (const value of [...standIns, own])
      expect(() => refusePlaceholders(spec, call({ args: [value] })), value).toThrow(/is a placeholder/);
  });

  it('also behind the name of what it is for, and inside JSON', () => {
    expect(isPlaceholder('orderNumber=NUMBER')).toBe(true);
    expect(isPlaceholder('nickname:<name>')).toBe(true);
    expect(isPlaceholder('22698351074563940352=TOTAL')).toBe(true);
    expect(isPlaceholder('{"orderNumber":"NUMBER","rows":10}')).toBe(true);
  });

  it.each([
    '22698351074563940352',
    'TRX-77',
    'REF-77',
    'ANA PEREZ',
    'BOB',
    'BANK',
    'VINCENT PRICE',
    'bank reference 1',
    'USDT',
    'off',
    'of another order, said ana… so',
    '..',
    '5000 BOB, 300 USD',
    '{"target":"500","refillBelow":"300"}',
    '[{"advNo":"1"}]',
    'nickname:Mallory',
  ])('%j is a value', (value) => {
    expect(isPlaceholder(value)).toBe(false);
  });

  it('no example of a command holds one', () => {
    for (const { spec } of commands)
      for (const example of spec.examples)
        for (const word of example.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
          expect(isPlaceholder(word.replace(/^["']|["']$/g, '')), example).toBe(false);
  });

  it('is refused by the program before anything else happens', async () => {
    const env = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
    const proof = await runInProcess(['order', 'transferred', '7', '--proof', 'REFERENCE'], env);
    expect(proof).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/--proof REFERENCE is a placeholder: write the value itself; see `peerdesk order/),
    });
    const number = await runInProcess(['order', 'show', 'NUMBER'], env);
    expect(number).toMatchObject({ exitCode: 4, stderr: expect.stringMatching(/argument order-number NUMBER is a/) });
    const former = await runInProcess(['order', 'paid', '7', '--proof', '<reference>'], env);
    expect(former).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/--proof <reference> is a placeholder/),
    });
  });
});
