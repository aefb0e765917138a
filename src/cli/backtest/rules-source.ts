import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { zoneClock } from '../../domain/hours/time-zone.ts';
import { pricingRulesSchema, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { sharedRules, usualRules } from '../../config/file/ad-wishes.ts';
import { misuse } from '../cli-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { loadedFile } from '../config/file-context.ts';

/** Rules with the name under which a report shows them. */
export interface NamedRules {
  name: string;
  rules: PricingRules;
}

/** Limits that replace those of the rules. */
interface LimitWish {
  floor?: string | undefined;
  ceiling?: string | undefined;
}

/**
 * Returns rules by name, those of `[rules.NAME]` of the configuration file, or from a JSON file, as `ad show --json` prints
 * them. Throws a failure that names the file and the field.
 */
export function readRules(source: string, { floor, ceiling }: LimitWish, context: CommandContext): NamedRules {
  const given = source.endsWith('.json') ? parsedFile(source) : namedRules(source, context);
  const own = typeof given['limits'] === 'object' && given['limits'] !== null ? given['limits'] : {};
  const wished = Object.fromEntries(Object.entries({ floor, ceiling }).filter(([, value]) => value !== undefined));
  const parsed = pricingRulesSchema.safeParse({ ...usualRules, ...given, limits: { ...own, ...wished } });
  if (parsed.success) {
    const { hours } = parsed.data;
    if (hours !== null && zoneClock(hours.timezone) === null)
      throw misuse(`the rules ${source}: ${unknownZone(hours)}`);
    return { name: source, rules: parsed.data };
  }
  throw misuse(`the rules ${source}: ${issueText(parsed.error)}`);
}

function issueText({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  const remedy = path.startsWith('limits') ? ': give --floor and --ceiling' : '';
  return `${path === '' ? '' : `${path} `}${issue?.message ?? 'are wrong'}${remedy}`;
}

/** Rules of the file need no limits: those are each ad's. */
function namedRules(name: string, context: CommandContext): Record<string, unknown> {
  const loaded = loadedFile(undefined, context);
  if (loaded === null) throw misuse(`${name} is no .json file, and there is no peerdesk.toml with [rules.${name}]`);
  const rules = sharedRules(loaded.file, name);
  if (rules !== null) return rules;
  const known = Object.keys(loaded.file.rules ?? {});
  throw misuse(`${loaded.path} has no [rules.${name}]${known.length === 0 ? '' : `, only ${known.join(', ')}`}`);
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
