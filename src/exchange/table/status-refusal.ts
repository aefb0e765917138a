import type { Refusal } from './operation.ts';
import { statusUpdateSchema } from './schemas/ad-schema.ts';

/**
 * EP-8 lists the ads that failed inside a success (wire-facts 2.2). Returns the refusal when none of the ads was
 * changed, in the words of the first failure; null when at least one was.
 */
export function refusalOfEveryAd(data: unknown, { advNos }: Readonly<Record<string, unknown>>): Refusal | null {
  const { failList } = statusUpdateSchema.parse(data);
  const failures = failList ?? [];
  const failed = new Set(failures.map(({ advNo }) => advNo));
  const asked: readonly unknown[] = Array.isArray(advNos) ? advNos : [];
  const changed = asked.filter((advNo) => !failed.has(String(advNo)));
  // Failures that name none of the ads apply to all of them, whatever the overall result says.
  const isRefused = changed.length === 0 || changed.length === asked.length;
  return isRefused ? refusalIn(failures) : null;
}

interface AdFailure {
  readonly errorCode?: string | null | undefined;
  readonly errorMsg?: string | null | undefined;
  readonly errorMessage?: string | null | undefined;
}

function refusalIn(failures: readonly AdFailure[]): Refusal | null {
  const [first] = failures;
  if (first === undefined) return null;
  const text = first.errorMsg ?? first.errorMessage ?? 'no reason was given';
  // Without the ads' numbers: their digits could be mistaken for a code.
  const message = failures.length === 1 ? text : `${text} (the first of ${failures.length} ads)`;
  return { code: first.errorCode ?? null, message };
}
