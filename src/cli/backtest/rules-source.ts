import { readFileSync } from 'node:fs';
import { pricingRulesSchema, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { misuse } from '../cli-failure.ts';

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

/** Reads rules from a JSON file, as `ad show --json` prints them. Throws a failure that names the file and the field. */
export function readRules(file: string, { floor, ceiling }: LimitWish): NamedRules {
  const given = { ...parsedFile(file) };
  const own = typeof given['limits'] === 'object' && given['limits'] !== null ? given['limits'] : {};
  const wished = Object.fromEntries(Object.entries({ floor, ceiling }).filter(([, value]) => value !== undefined));
  const parsed = pricingRulesSchema.safeParse({ ...given, limits: { ...own, ...wished } });
  if (parsed.success) return { name: file, rules: parsed.data };
  const issue = parsed.error.issues[0];
  const path = issue?.path.join('.') ?? '';
  const needsLimits = path.startsWith('limits') ? ', or give --floor and --ceiling' : '';
  throw misuse(`the rules in ${file}: ${path === '' ? '' : `${path} `}${issue?.message ?? 'are wrong'}${needsLimits}`);
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
