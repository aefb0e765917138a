import { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import type { CommandCall } from '../../../src/cli/kit/command-spec.ts';
import { durationText } from '../../../src/cli/kit/duration.ts';
import {
  countValue,
  flagOf,
  nameOf,
  option,
  rateValue,
  readArgument,
  readOptions,
  switchable,
} from '../../../src/cli/kit/option-values.ts';
import { commandGroups, singleCommands } from '../../../src/cli/program.ts';
import { timeText } from '../../../src/cli/text/time-zone.ts';

const call = (options: Record<string, unknown>, args: string[] = []): CommandCall => ({
  args,
  options,
  path: 'peerdesk ad set',
  help: () => '',
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [250, '250 ms'],
    [1_500, '1.5 s'],
    [90_000, '90 s'],
    [600_000, '10 min'],
    [5_400_000, '90 min'],
    [172_800_000, '2 d'],
  ])('%d ms reads %j', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('an instant is shown in UTC to the second', () => {
    expect(timeText(Date.UTC(2026, 10, 21, 8, 5, 9, 123))).toBe('2026-11-21T08:05:09Z');
  });
});

describe('option values', () => {
  const declared = [
    option({ flags: '--min-orders <n>', text: 'orders', value: switchable(countValue).optional() }),
    option({ flags: '--min-finish-rate <rate>', text: 'rate', value: switchable(rateValue).optional() }),
  ] as const;

  it('become what the text means, and null for off', () => {
    expect(readOptions(declared, call({ minOrders: '10', minFinishRate: 'off' }))).toEqual({
      minOrders: 10,
      minFinishRate: null,
    });
  });

  it.each([
    [{ minOrders: 'ten' }, '--min-orders must be a whole number; see `peerdesk ad set --help`'],
    [
      { minFinishRate: '95' },
      '--min-finish-rate must be a rate from 0 to 1, such as 0.95; see `peerdesk ad set --help`',
    ],
  ])('%j is refused by the name of the option', (options, message) => {
    expect(() => readOptions(declared, call(options))).toThrow(message);
  });

  it('an argument is refused by its place', () => {
    expect(() => readArgument(countValue, call({}, ['x']), { index: 0, name: 'the ad' })).toThrow(
      'the ad must be a whole',
    );
  });

  it('flags are named as the user writes them', () => {
    expect(flagOf('counterpartyMinFinishRate')).toBe('--counterparty-min-finish-rate');
  });

  it('every option is read by the name under which it is passed, and one that may be repeated reads a list', () => {
    const commands = [...singleCommands, ...commandGroups.flatMap((group) => group.commands)];
    for (const { flags, value, repeats } of commands.flatMap(({ options }) => options)) {
      expect(nameOf(flags)).toBe(new Option(flags).attributeName());
      expect(flagOf(nameOf(flags))).toBe(flags.split(' ')[0]);
      expect([flags, value.safeParse([]).success]).toEqual([flags, repeats === true]);
    }
  });
});
