import { snakeName } from '../../../src/config/file/key-names.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { none, type KeyChange } from './changes.ts';

const madeOnce = ['workflowSlots', 'actingSlots', 'moneySlots', 'watchSlots'];

/** A larger one lets more through: held by its words until a person agrees. */
const looserWhenLarger: Readonly<Record<string, string>> = {
  approvalLifeMs: 'life of an approval',
  clockSkewLimitMs: 'difference of the clocks in a money step',
};
const looserWhenSmaller: Readonly<Record<string, string>> = { moneySettleMs: 'settle time of a money step' };

/** Another valid value: a bit less, so that no upper bound is in the way. */
function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return String(Number(value) / 2);
  const number = Number(value);
  return Number.isInteger(number) && number > 1 ? number - 1 : number / 2;
}

const heldLines = (accounts: readonly string[], name: string, values: readonly unknown[]): string[] =>
  accounts.map((account) => `HELD ${account}: ${name}: ${String(values[0])} ms instead of ${String(values[1])} ms`);

function settingChange(name: string, value: unknown, accounts: readonly string[]): KeyChange {
  const section = accounts.length > 1 ? 'settings' : 'account.*.settings';
  const fewer = other(value);
  const begin = [
    // The share of an account counts when it begins; what the workers run at once, when they are made.
    ...(name === 'workflowSlots'
      ? none
      : accounts.map(
          (account) =>
            `change ${account}: settings; it begins again, and its desk, ads and orders keep their settings until their next run`,
        )),
    ...(madeOnce.includes(name) ? [`needs a restart: settings.${snakeName(name)}: `] : none),
  ];
  const [larger = '', smaller = ''] = [looserWhenLarger[name], looserWhenSmaller[name]];
  return {
    key: `${section}.${snakeName(name)}`,
    from: value,
    to: fewer,
    there: [...begin, ...(smaller === '' ? none : heldLines(accounts, smaller, [fewer, value]))],
    back: [...begin, ...(larger === '' ? none : heldLines(accounts, larger, [value, fewer]))],
  };
}

const settings = Object.entries(defaultSettings);

/** Settings of every account, and those of one, which has no slots of its own. */
export const settingChanges: readonly KeyChange[] = [
  ...settings.map(([name, value]) => settingChange(name, value, ['main', 'second'])),
  ...settings.filter(([name]) => !madeOnce.includes(name)).map(([name, value]) => settingChange(name, value, ['main'])),
];
