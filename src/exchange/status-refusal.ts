import type { WireFields } from './call-input.ts';
import type { Refusal } from './operation.ts';
import { statusUpdateSchema } from './schemas/ad-schema.ts';

/**
 * EP-8 lists the ads that failed inside a success (api-facts 2.2). Takes that answer and what was asked and gives the
 * refusal when none of the ads was changed, in the words of the first failure; null when at least one was.
 */
export function refusalOfEveryAd(data: unknown, { advNos }: WireFields): Refusal | null {
  const { status, failList } = statusUpdateSchema.parse(data);
  const failures = failList ?? [];
  const failed = new Set(failures.map(({ advNo }) => advNo));
  const asked: readonly unknown[] = Array.isArray(advNos) ? advNos : [];
  const isNoneNamed = !asked.some((advNo) => failed.has(String(advNo)));
  const isRefused = asked.every((advNo) => failed.has(String(advNo))) || (status !== true && isNoneNamed);
  const [first] = failures;
  if (!isRefused || first === undefined) return null;
  const text = first.errorMsg ?? first.errorMessage ?? 'no reason was given';
  // Without the ads' numbers: their digits could be taken for a code.
  const message = failures.length === 1 ? text : `${text} (the first of ${failures.length} ads)`;
  return { code: first.errorCode ?? null, message };
}
