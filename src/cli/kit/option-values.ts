import { issueText } from '../../domain/issue-text.ts';
import { z } from 'zod';
import { isDecimalText, isPositiveDecimalText } from '../../domain/decimal.ts';
import { fiatAmountsFromText, type FiatAmounts } from '../../domain/orders/fiat-amounts.ts';
import { unclearAmount, unclearSums } from '../../domain/typed-amount.ts';
import { misuse } from './cli-failure.ts';
import type { CommandCall, OptionSpec } from './command-spec.ts';
import { parseDurationMs } from '../../domain/duration.ts';

/** Readers of option values: they turn text from the command line into a value, or one line about valid values. */

export const flagValue = z.boolean().default(false);
export const textValue = z.string().trim().min(1, 'must not be empty');
export const countValue = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
export const positiveCountValue = countValue.refine((value) => value > 0, 'must be a whole number above zero');
export const portValue = countValue.refine((port) => port < 65_536, 'must be a port, 0 to 65535');
export const hostNameValue = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, 'must be a host name, such as desk.example.net');
/** A share, a percentage or a rate an hour. */
export const shareValue = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero, such as 9.15');
/** A price, or an amount above zero: one that could be two is asked about. */
export const priceValue = clear(shareValue);
export const amountValue = clear(z.string().refine(isDecimalText, 'must be a decimal, such as 250.00'));
export const aliasValue = z
  .string()
  .regex(/^[\w.-]{1,40}$/, 'must be letters, digits, dot, dash and underscore, at most 40');
export const numberIdValue = z.string().regex(/^[\w.-]{1,80}$/, 'must be a number such as 11485604983042220032');

export const rateValue = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a rate from 0 to 1, such as 0.95')
  .transform(Number);

export const speedValue = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be a number, such as 60')
  .transform(Number);

/** Amounts by currency: "5000 BOB", or "5000 BOB, 300 USD". */
export const fiatAmountsValue = z.string().transform((text, context): FiatAmounts => {
  const amounts = fiatAmountsFromText(text);
  if (amounts !== null) return amounts;
  context.issues.push({
    code: 'custom',
    input: text,
    message: unclearSums(text) ?? 'must be an amount above zero with its currency, such as "5000 BOB"',
  });
  return z.NEVER;
});

export const durationValue = z.string().transform((text, context): number => {
  const ms = parseDurationMs(text);
  if (ms !== null) return ms;
  context.issues.push({
    code: 'custom',
    input: text,
    message: 'must be a duration with its unit, such as 90s, 10m or 2h',
  });
  return z.NEVER;
});

export const pairValue = z.string().regex(/^[A-Za-z0-9]{2,10}\/[A-Za-z]{3}$/, 'must be asset/fiat, such as USDT/BOB');
export const priceScaleValue = z
  .string()
  .regex(/^[0-8]$/, 'must be a number of decimals, 0 to 8')
  .transform(Number);
export const faultsValue = z.enum(['none', 'mild', 'storm'], 'must be none, mild or storm');

/** Says first which two amounts a text could be. */
function clear<T>(amount: z.ZodType<T, string>) {
  const asked = z.string().refine((text) => unclearAmount(text) === null, {
    error: ({ input }) => unclearAmount(String(input)) ?? '',
    abort: true,
  });
  return asked.pipe(amount);
}

/** Accepts the value or the word "off", which becomes null. */
export function switchable<V extends z.ZodType>(value: V) {
  return z.union([z.literal('off').transform(() => null), value]);
}

/** Declares an option of a command. */
export const option = <const Flags extends string, Value extends z.ZodType>(
  declared: OptionSpec<Flags, Value>,
): OptionSpec<Flags, Value> => declared;

/** `--ui-port <n>` → `uiPort`, as commander has it. */
type NameOf<Flags extends string> = Flags extends `--${infer Word} ${string}`
  ? Camel<Word>
  : Flags extends `--${infer Word}`
    ? Camel<Word>
    : never;
type Camel<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Word;

type ShapeOf<Options extends readonly OptionSpec[]> = {
  [O in Options[number] as NameOf<O['flags']>]: O['value'];
};

/** What a command with these options reads. */
export type OptionsOf<Options extends readonly OptionSpec[]> = z.output<z.ZodObject<ShapeOf<Options>>>;

/** Reads a command's options as they are declared. Throws a failure that names the first wrong one. */
export function readOptions<const Options extends readonly OptionSpec[]>(
  options: Options,
  call: CommandCall,
): OptionsOf<Options> {
  const shape = Object.fromEntries(options.map(({ flags, value }) => [nameOf(flags), value]));
  const parsed = z.object(shape).safeParse(call.options);
  if (parsed.success) return parsed.data as OptionsOf<Options>;
  throw misuse(`${describeIssue(parsed.error, call)}; see \`${call.path} --help\``);
}

/** Reads one argument. Throws the failure that names it. */
export function readArgument<T>(value: z.ZodType<T>, call: CommandCall, place: { index: number; name: string }): T {
  const parsed = value.safeParse(call.args[place.index]);
  if (parsed.success) return parsed.data;
  throw misuse(`${place.name} ${messageOf(parsed.error.issues[0])}; see \`${call.path} --help\``);
}

function describeIssue(error: z.ZodError, { options }: CommandCall): string {
  const issue = error.issues[0];
  const name = String(issue?.path[0] ?? '');
  return `${flagOf(name)} ${name in options ? messageOf(issue) : 'is missing'}`;
}

const messageOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue === undefined ? 'is wrong' : issueText(issue);

/** minFinishRate → --min-finish-rate */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `--min-finish-rate <rate>` → `minFinishRate` */
export function nameOf(flags: string): string {
  const [word = ''] = flags.slice(2).split(' ');
  return word.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
