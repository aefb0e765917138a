import { z } from 'zod';
import { priceStrategySchema, type PriceStrategy } from '../../domain/pricing/price-strategy.ts';
import { unclearAmountsIn } from '../../domain/typed-amount.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { OptionSpec } from '../kit/command-spec.ts';
import { flagOf, numberIdValue, positiveCountValue, priceValue, shareValue, textValue } from '../kit/option-values.ts';

/** The options that name a strategy, as the help shows them. */
export const strategyFlags: readonly OptionSpec[] = [
  {
    flags: '--strategy <kind>',
    text: 'undercut, match, trail, rank, follow, reference, floating, spot, rate, own-ad or fixed, or a strategy as JSON (default for a new ad: undercut)',
  },
  { flags: '--ticks <n>', text: 'undercut, trail, follow: ticks better, or behind (default: 1)' },
  { flags: '--percent <percent>', text: 'the same in percent; reference, spot, rate, own-ad: 101.5 is 1.5 % above it' },
  { flags: '--ratio <percent>', text: 'floating: the ratio of an ad whose price floats at the service, such as 100.5' },
  { flags: '--rank <n>', text: 'rank: the rank to hold, counted from 1' },
  { flags: '--follow <user-number>', text: 'follow: the merchant; more of them in order of preference', repeats: true },
  { flags: '--spot <symbol>', text: 'spot: the market of the service whose last price it is, such as USDTBRL' },
  { flags: '--rate <price>', text: 'rate: the price that the percentage is of' },
  { flags: '--of-ad <ad-number>', text: 'own-ad: the own ad that the percentage is of' },
  { flags: '--price <price>', text: 'fixed: the price' },
];

/** How they are read. */
export const strategyShape = {
  strategy: textValue.optional(),
  ticks: positiveCountValue.optional(),
  percent: shareValue.optional(),
  ratio: shareValue.optional(),
  rank: positiveCountValue.optional(),
  price: priceValue.optional(),
  follow: z.array(textValue).optional(),
  rate: priceValue.optional(),
  spot: textValue.optional(),
  ofAd: numberIdValue.optional(),
};

const strategyOptionsSchema = z.object(strategyShape);
type StrategyOptions = z.output<typeof strategyOptionsSchema>;
type ValueName = Exclude<keyof StrategyOptions, 'strategy'>;

const valueNames = Object.keys(strategyShape).filter((name) => name !== 'strategy') as ValueName[];

interface KindOptions {
  readonly takes: readonly ValueName[];
  /** An option without which the kind says nothing, with an example. */
  readonly needs?: readonly [ValueName, string];
  readonly build: (options: StrategyOptions) => object;
}

const kinds: Record<Exclude<PriceStrategy['kind'], 'combine'>, KindOptions> = {
  undercut: { takes: ['ticks', 'percent'], build: sizeOf },
  match: { takes: [], build: () => ({}) },
  trail: { takes: ['ticks', 'percent'], build: sizeOf },
  rank: { takes: ['rank'], needs: ['rank', '3'], build: ({ rank }) => ({ rank }) },
  follow: {
    takes: ['follow', 'ticks', 'percent'],
    needs: ['follow', 's1f2e3d4c'],
    build: (options) => ({ users: options.follow, position: positionOf(options) }),
  },
  reference: { takes: ['percent'], needs: ['percent', '101.5'], build: ({ percent }) => ({ percent }) },
  floating: { takes: ['ratio'], needs: ['ratio', '100.5'], build: ({ ratio }) => ({ ratio }) },
  spot: {
    takes: ['spot', 'percent'],
    needs: ['spot', 'USDTBRL'],
    build: ({ spot, percent = '100' }) => ({ symbol: spot, percent }),
  },
  rate: {
    takes: ['rate', 'percent'],
    needs: ['rate', '9.35'],
    build: ({ rate, percent = '100' }) => ({ rate, percent }),
  },
  'own-ad': {
    takes: ['ofAd', 'percent'],
    needs: ['ofAd', '11485604983042220032'],
    build: ({ ofAd, percent = '100' }) => ({ adNumber: ofAd, percent }),
  },
  fixed: { takes: ['price'], needs: ['price', '9.35'], build: ({ price }) => ({ price }) },
};

const kindNames = Object.keys(kinds) as (keyof typeof kinds)[];

/** One tick, unless a size is given. */
function sizeOf({ ticks, percent }: StrategyOptions): object {
  if (percent === undefined) return { ticks: ticks ?? 1 };
  if (ticks !== undefined) throw misuse('--ticks and --percent are two sizes of one step: leave one out');
  return { percent };
}

function positionOf(options: StrategyOptions): object {
  const isBeside = options.ticks !== undefined || options.percent !== undefined;
  return isBeside ? { kind: 'undercut', ...sizeOf(options) } : { kind: 'match' };
}

/** The kind that a value alone implies. A percentage fits several. */
const implied: Partial<Record<ValueName, keyof typeof kinds>> = {
  follow: 'follow',
  ratio: 'floating',
  rate: 'rate',
  spot: 'spot',
  ofAd: 'own-ad',
  rank: 'rank',
  price: 'fixed',
  ticks: 'undercut',
};

/**
 * Returns the strategy of the options, or null without one. A value alone implies its kind, `--strategy` may hold a
 * whole strategy as JSON. Throws a failure for options that contradict each other.
 */
export function strategyOf(options: StrategyOptions): PriceStrategy | null {
  if (options.strategy?.startsWith('{') === true) return wholeStrategy(options, options.strategy);
  const given = valueNames.filter((name) => options[name] !== undefined);
  const kind = options.strategy ?? kindOf(given);
  if (kind === null) return null;
  if (!isKind(kind)) {
    throw misuse(`--strategy must be one of ${kindNames.join(', ')}, or a strategy as JSON, such as {"kind":"match"}`);
  }
  const { takes, needs, build } = kinds[kind];
  const odd = given.find((name) => !takes.includes(name));
  if (odd !== undefined)
    throw misuse(`${flagOf(odd)} belongs to --strategy ${ownersOf(odd)}, not to ${kind}: leave one out`);
  if (needs !== undefined && !given.includes(needs[0])) {
    throw misuse(`--strategy ${kind} needs ${flagOf(needs[0])}, such as ${flagOf(needs[0])} ${needs[1]}`);
  }
  return checked({ kind, ...build(options) });
}

function isKind(kind: string): kind is keyof typeof kinds {
  return kind in kinds;
}

function kindOf(given: readonly ValueName[]): keyof typeof kinds | null {
  if (given.length === 0) return null;
  const [first] = Object.entries(implied).filter(([name]) => given.some((one) => one === name));
  if (first !== undefined) return first[1];
  throw misuse('--percent needs --strategy, such as --strategy reference');
}

function ownersOf(name: ValueName): string {
  return kindNames.filter((kind) => kinds[kind].takes.includes(name)).join(' or ');
}

function wholeStrategy(options: StrategyOptions, text: string): PriceStrategy {
  const odd = valueNames.find((name) => options[name] !== undefined);
  if (odd !== undefined) throw misuse(`--strategy holds a whole strategy: leave ${flagOf(odd)} out`);
  try {
    return checked(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw misuse(`--strategy is not JSON: ${error.message}`);
    throw error;
  }
}

function checked(strategy: unknown): PriceStrategy {
  const parsed = priceStrategySchema.safeParse(strategy);
  const unclear = unclearAmountsIn(strategy);
  if (parsed.success && unclear.length === 0) return parsed.data;
  const [issue] = [...unclear, ...(parsed.error?.issues ?? [])];
  const path = issue?.path.join('.') ?? '';
  throw misuse(`--strategy: ${path === '' ? '' : `${path} `}${issue?.message ?? 'is wrong'}`);
}
