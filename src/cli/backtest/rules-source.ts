import { issueText } from '../../domain/issue-text.ts';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { pricingRulesSchema, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { adWishes, sharedRules, tablesBeside, usualRules } from '../../config/file/ad-wishes.ts';
import { misuse } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { loadedFile } from '../config/file-context.ts';

/** Rules with the name under which a report shows them. */
export interface NamedRules {
  name: string;
  rules: PricingRules;
  /** Tables of the file that hold for its ads and are no part of the rules. */
  beside: readonly string[];
}

/** Limits that replace those of the rules, and the file that has them. */
interface RulesWish {
  config?: string | undefined;
  floor?: string | undefined;
  ceiling?: string | undefined;
}

/**
 * Returns rules by name, those of `[rules.NAME]` or of `[ads.NAME]` of the configuration file, or from a JSON file, as `ad show --json` prints
 * them. Throws a failure that names the file and the field.
 */
export function readRules(source: string, wish: RulesWish, context: CommandContext): NamedRules {
  const { config, floor, ceiling } = wish;
  const { given, beside } = source.endsWith('.json')
    ? { given: parsedFile(source), beside: [] }
    : namedRules(source, config, context);
  const own = typeof given['limits'] === 'object' && given['limits'] !== null ? given['limits'] : {};
  const wished = Object.fromEntries(Object.entries({ floor, ceiling }).filter(([, value]) => value !== undefined));
  const parsed = pricingRulesSchema.safeParse({ ...usualRules, ...given, limits: { ...own, ...wished } });
  if (parsed.success) {
    const { hours } = parsed.data;
    if (hours !== null && zoneClock(hours.timezone) === null)
      throw misuse(`the rules ${source}: ${unknownZone(hours)}`);
    return { name: source, rules: parsed.data, beside };
  }
  throw misuse(`the rules ${source}: ${flawText(parsed.error)}`);
}

/** Says what of the rules a replay cannot show. */
export function noteUnplayed(
  context: CommandContext,
  { name, rules, beside }: NamedRules,
  ignored: readonly string[],
): void {
  if (ignored.length > 0) note(context, `${name}: a recording of prices does not show ${ignored.join(', ')}; left out`);
  const kept = [
    ...(rules.inventory === null ? [] : ['its inventory']),
    ...(rules.paymentCaps === null ? [] : ['its payment caps']),
    ...beside.map((table) => `[${table}]`),
  ];
  if (kept.length > 0) {
    note(
      context,
      `${name}: ${kept.join(', ')}: not replayed. The rules of an ad, by the name of its table, have the hours of its account`,
    );
  }
}

function flawText({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  const remedy = path.startsWith('limits') ? ': give --floor and --ceiling' : '';
  return `${path === '' ? '' : `${path} `}${issue === undefined ? 'are wrong' : issueText(issue)}${remedy}`;
}

/** Rules of the file need no limits: those are each ad's. */
function namedRules(
  name: string,
  config: string | undefined,
  context: CommandContext,
): { given: Record<string, unknown>; beside: string[] } {
  const loaded = loadedFile(config, context);
  if (loaded === null) throw misuse(`${name} is no .json file, and there is no peerdesk.toml with [rules.${name}]`);
  const rules = sharedRules(loaded.file, name);
  if (rules !== null) return { given: rules, beside: tablesBeside(loaded.file, name) };
  // Those of an ad are whole: its limits, and the hours of its account.
  const ad = adWishes(loaded.file).ads.find((wish) => wish.name === name);
  if (ad !== undefined) return { given: { ...ad.rules }, beside: [] };
  const known = Object.keys(loaded.file.rules ?? {});
  const others = known.length === 0 ? '' : `, only ${known.join(', ')}`;
  throw misuse(`${loaded.path} has no [rules.${name}]${others}, and no [ads.${name}]`);
}

function parsedFile(file: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error;
    throw misuse(isMissing ? `cannot read the rules ${file} (${String(error.code)})` : `${file} is no JSON`);
  }
  throw misuse(`${file} holds no rules: write {"strategy": {"kind": "undercut", "ticks": 1}, "limits": {…}}`);
}
